# shellcheck shell=bash disable=SC2034,SC2154 # its variables are those of the program that sources it
# choose_openings match|level|commit GAME [BOARD]: sets `openings`, the flags of crown-match for the openings of GAME: in a match, between levels
# of strength, or against an earlier commit.
choose_openings() {
  case $1:$2 in
    *:reduced-chess)
      printf '%s\n' 8x8 10x10 | need_word board "${3:-8x8}"
      openings=(--openings "scripts/openings/reduced-chess-${3:-8x8}.epd" --order random)
      ;;
    match:spanish | match:towers) openings=(--openings "scripts/openings/$2-8-plies.txt" --order random) ;;
    match:english | level:english) openings=(--openings scripts/openings/english-3-move.txt --order random) ;;
    match:stupid) openings=(--random-plies 6) ;;
    match:* | level:stupid) openings=(--random-plies 4) ;;
    *) openings=(--random-plies 6) ;;
  esac
}
