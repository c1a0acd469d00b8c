@echo off
rem Copies the engine for CheckerBoard into its folder "engines".
rem install-checkerboard.cmd [FOLDER]: the folder of CheckerBoard, if it is not where its own installer puts it.
setlocal
set "here=%~dp0"
set "board=%~1"
set "code=1"
if not defined board for %%F in ("%ProgramFiles%\CheckerBoard" "%ProgramFiles(x86)%\CheckerBoard" "%LOCALAPPDATA%\Programs\CheckerBoard") do (
  if exist "%%~F\engines\" set "board=%%~F"
)
if not defined board set /p "board=The folder of CheckerBoard: "
if not exist "%board%\engines\" (
  echo There is no folder "%board%\engines". Give the folder of CheckerBoard: install-checkerboard.cmd "C:\Games\CheckerBoard"
  goto ended
)
if not exist "%board%\engines\crownd\" mkdir "%board%\engines\crownd"
for %%F in (crownd64.dll crownd64.htm crownd\books\english.cbk) do (
  copy /y "%here%%%F" "%board%\engines\" >nul
  if errorlevel 1 goto failed
)
copy /y "%here%crownd\x86-64-v*.dll" "%board%\engines\crownd\" >nul
if errorlevel 1 goto failed
echo crownd64 is in "%board%\engines". Choose it in CheckerBoard: Engine, Select engine.
set "code=0"
goto ended
:failed
echo Cannot copy the files to "%board%\engines". Close CheckerBoard, then run this script again as an administrator.
:ended
rem A window of its own would close at once.
if "%~1"=="" pause
exit /b %code%
