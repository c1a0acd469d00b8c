@echo off
rem Copies the engine for CheckerBoard into its folder "engines".
rem install-checkerboard.cmd [FOLDER]: the folder of CheckerBoard, if it is not where its own installer puts it.
setlocal
set "here=%~dp0"
set "board=%~1"
if not defined board for %%F in ("%ProgramFiles%\CheckerBoard" "%ProgramFiles(x86)%\CheckerBoard" "%LOCALAPPDATA%\Programs\CheckerBoard") do (
  if exist "%%~F\engines\" set "board=%%~F"
)
if not defined board set /p "board=The folder of CheckerBoard: "
if not exist "%board%\engines\" (
  echo There is no folder "%board%\engines". Give the folder of CheckerBoard: install-checkerboard.cmd "C:\Games\CheckerBoard"
  exit /b 1
)
for %%F in (crownd64.dll crownd64.htm) do (
  copy /y "%here%%%F" "%board%\engines\" >nul || goto failed
)
if exist "%here%crownd\books\english.cbk" copy /y "%here%crownd\books\english.cbk" "%board%\engines\" >nul || goto failed
echo crownd64 is in "%board%\engines". Choose it in CheckerBoard: Engine, Select engine.
exit /b 0
:failed
echo The files cannot be copied to "%board%\engines". Close CheckerBoard, and start this again as an administrator.
exit /b 1
