#!/bin/sh
# A UCI engine of English draughts that fails in the way that its argument names. `bad_engine.sh MODE [CROWND [PIPE [LAST]]]`
mode=$1
crownd=$2
pipe=$3 # named; through it exits-later reports its process id
last=$4

# Does not start from the third time to the LAST-th (`PIPE` is a file with a line for each start), unless PIPE.repaired is
# there; plays one game each time that it starts.
if [ "$mode" = refuses-to-start ]; then
  echo start >>"$pipe"
  starts=$(wc -l <"$pipe")
  [ ! -e "$pipe.repaired" ] && [ "$starts" -ge 3 ] && [ "$starts" -le "$last" ] && exit 1
  mode=dies-between-games
fi

# Plays well through crownd, but for its first move stops the runner for a while; then the file PIPE is there.
if [ "$mode" = holds-runner-up ]; then
  while read -r line; do
    case $line in
      go*)
        if [ ! -e "$pipe" ]; then
          : >"$pipe"
          # Its clock runs once it waits for the answer: none of its threads has anything to do then.
          while grep -q '^State:[[:space:]]*R' /proc/"$PPID"/task/*/status; do sleep 0.01; done
          kill -STOP "$PPID"
          sleep 1.5
          kill -CONT "$PPID"
        fi
        ;;
    esac
    echo "$line"
  done | "$crownd"
  exit
fi

# Plays well through crownd, and dies when its second game is to begin.
if [ "$mode" = dies-between-games ]; then
  games=0
  while read -r line; do
    if [ "$line" = ucinewgame ]; then
      games=$((games + 1))
      [ $games -gt 1 ] && exit 1
    fi
    echo "$line"
  done | "$crownd"
  exit
fi

blanks=
[ "$mode" = blanks ] && blanks=$(printf ' \t')
while read -r word rest; do
  case $word in
    uci)
      [ "$mode" = never-ready ] && exec sleep 100
      [ "$mode" = floods-options ] && yes 'option name Hash type spin default 1 min 1 max 9'
      [ "$mode" = floods-greeting ] && yes | tr -d '\n'
      [ "$mode" = escapes ] && printf 'id name \033[31mred\033]0;title\007\nid author \033[0m\n'
      echo 'option name UCI_Variant type combo default english var english'
      echo "${blanks}uciok$blanks"
      ;;
    isready) echo "${blanks}readyok$blanks" ;;
    quit) exit ;;
    setoption)
      case $rest in
        'name UCI_Variant '*) ;;
        *) echo "No such option: $(echo "$rest" | cut -d ' ' -f 2)" ;;
      esac
      ;;
    go)
      case $mode in
        exits) echo 'info string oops'; echo 'I cannot go on' >&2; exit 3 ;;
        exits-later) echo 'bestmove 9-13'; echo 'info string bye'; echo $$ >"$pipe"; exit 7 ;;
        thinks-until-the-other-has-ended)
          read -r other <"$pipe"
          while grep -q '^State:[^Z]*$' "/proc/$other/status" 2>/dev/null; do sleep 0.01; done
          echo 'bestmove 22-18'
          ;;
        killed) kill -9 $$ ;;
        exits-with-child) echo 'info string bye'; sleep 100 & exit 3 ;;
        long-move) printf 'bestmove '; head -c 60000 /dev/zero | tr '\0' x; echo ;;
        longer-move) printf 'bestmove '; head -c 5000000 /dev/zero | tr '\0' x; echo ;;
        long-pv) printf 'info depth 1 score cp 1 pv'; yes ' 9-13' | head -c 60000 | tr -d '\n'; echo; echo 'bestmove 9-13' ;;
        hangs) exec sleep 100 ;;
        hangs-with-child) sleep 100; exit ;;
        closes-output) exec >/dev/null ;;
        illegal) echo 'bestmove 1-5' ;;
        plays-for-both) echo 'bestmove 9-13,22-18' ;;
        unreadable) echo 'bestmove hello' ;;
        empty) echo bestmove ;;
        binary) printf 'bestmove \377\376\001\n' ;;
        none) echo 'bestmove (none)' ;;
        slow) sleep 1; echo 'bestmove 9-13' ;;
        floods) while :; do echo 'info depth 1 score cp 1 nodes 1 pv 9-13'; done ;;
        floods-without-lines) yes | tr -d '\n' ;;
        answers-twice) echo 'bestmove 9-13'; echo 'bestmove 1-5' ;;
        *) echo "${blanks}bestmove 9-13$blanks" ;;
      esac
      ;;
  esac
done
