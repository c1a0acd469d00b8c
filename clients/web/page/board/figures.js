// Written by scripts/check data --fix from clients/shared/data/pieces.json.
export default {
  "flat": {
    "man": [
      {"tag": "circle", "class": "body", "cx": 50, "cy": 50, "r": 36.5},
      {"tag": "circle", "class": "ring", "cx": 50, "cy": 50, "r": 29},
      {"tag": "circle", "class": "ring", "cx": 50, "cy": 50, "r": 18}
    ],
    "crowned": [
      {"tag": "circle", "class": "body", "cx": 50, "cy": 50, "r": 36.5},
      {"tag": "circle", "class": "ring", "cx": 50, "cy": 50, "r": 29},
      {"tag": "path", "class": "emblem", "d": "M31 58.5 28 37l11.5 10.500L50 31l10.5 16.500L72 37l-3 21.500zM31.5 62.500h37v6h-37z"}
    ],
    "tower": [
      {"tag": "path", "class": "body", "d": "M15 65v13a35 13 0 0 0 70 0v-13z"},
      {"tag": "ellipse", "class": "body", "cx": 50, "cy": 65, "rx": 35, "ry": 13},
      {"tag": "path", "class": "body", "d": "M15 49v13a35 13 0 0 0 70 0v-13z"},
      {"tag": "ellipse", "class": "body", "cx": 50, "cy": 49, "rx": 35, "ry": 13},
      {"tag": "path", "class": "body", "d": "M15 33v13a35 13 0 0 0 70 0v-13z"},
      {"tag": "ellipse", "class": "body", "cx": 50, "cy": 33, "rx": 35, "ry": 13},
      {"tag": "ellipse", "class": "ring", "cx": 50, "cy": 33, "rx": 23, "ry": 7.5}
    ],
    "king": [
      {"tag": "path", "class": "body", "d": "M46.5 10h7v6.500h6.500v7h-6.500v9h-7v-9h-6.500v-7h6.500z"},
      {"tag": "path", "class": "body", "d": "M50 31c-7 7-6 13 0 22 6-9 7-15 0-22z"},
      {"tag": "path", "class": "body", "d": "M28 86v-9h7C19 63 17 44 33 40c9-2 15 4 17 13 2-9 8-15 17-13 16 4 14 23-2 37h7v9z"},
      {"tag": "path", "class": "line", "d": "M35 77h30M37 69c8-3 18-3 26 0"}
    ],
    "rook": [
      {"tag": "path", "class": "body", "d": "M26 86v-9h7l4-31h-7V23h10v8h6v-8h8v8h6v-8h10v23h-7l4 31h7v9z"},
      {"tag": "path", "class": "line", "d": "M37 46h26M33 77h34"}
    ],
    "bishop": [
      {"tag": "path", "class": "body", "d": "M28 86v-8h13c2-6 1-9-3-14-9-11-4-26 12-39 16 13 21 28 12 39-4 5-5 8-3 14h13v8z"},
      {"tag": "circle", "class": "body", "cx": 50, "cy": 19, "r": 6},
      {"tag": "path", "class": "line", "d": "M39 65h22M41 78h18M51 34l8 13"}
    ],
    "pawn": [
      {"tag": "path", "class": "body", "d": "M29 86v-9h7c9-8 10-17 8-24h-7v-7h26v7h-7c-2 7-1 16 8 24h7v9z"},
      {"tag": "circle", "class": "body", "cx": 50, "cy": 34, "r": 14}
    ]
  },
  "relief": {
    "man": [
      {"tag": "circle", "class": "shadow", "cx": 50, "cy": 53, "r": 37},
      {"tag": "circle", "class": "body", "cx": 50, "cy": 50, "r": 36.5},
      {"tag": "path", "class": "shine", "d": "M16 50a34 34 0 0 1 68 0a34 30 0 0 0-68 0z"},
      {"tag": "path", "class": "shade", "d": "M16 50a34 34 0 0 0 68 0a34 30 0 0 1-68 0z"},
      {"tag": "circle", "class": "ring", "cx": 50, "cy": 50, "r": 26},
      {"tag": "path", "class": "shade", "d": "M26 50a24 24 0 0 1 48 0a24 20 0 0 0-48 0z"},
      {"tag": "path", "class": "shine", "d": "M26 50a24 24 0 0 0 48 0a24 20 0 0 1-48 0z"},
      {"tag": "circle", "class": "ring", "cx": 50, "cy": 50, "r": 11}
    ],
    "crowned": [
      {"tag": "circle", "class": "shadow", "cx": 50, "cy": 59, "r": 36},
      {"tag": "circle", "class": "body", "cx": 50, "cy": 56, "r": 35},
      {"tag": "circle", "class": "body", "cx": 50, "cy": 50, "r": 36.5},
      {"tag": "path", "class": "shine", "d": "M16 50a34 34 0 0 1 68 0a34 30 0 0 0-68 0z"},
      {"tag": "path", "class": "shade", "d": "M16 50a34 34 0 0 0 68 0a34 30 0 0 1-68 0z"},
      {"tag": "circle", "class": "ring", "cx": 50, "cy": 50, "r": 26},
      {"tag": "path", "class": "shade", "d": "M26 50a24 24 0 0 1 48 0a24 20 0 0 0-48 0z"},
      {"tag": "path", "class": "shine", "d": "M26 50a24 24 0 0 0 48 0a24 20 0 0 1-48 0z"},
      {"tag": "path", "class": "emblem", "d": "M31 58.5 28 37l11.5 10.500L50 31l10.5 16.500L72 37l-3 21.500zM31.5 62.500h37v6h-37z"}
    ],
    "tower": [
      {"tag": "ellipse", "class": "shadow", "cx": 50, "cy": 83, "rx": 36, "ry": 13},
      {"tag": "path", "class": "body", "d": "M15 65v13a35 13 0 0 0 70 0v-13z"},
      {"tag": "path", "class": "shade", "d": "M52 90.5a35 13 0 0 0 32-12.500v-13a35 13 0 0 1-32 13z"},
      {"tag": "ellipse", "class": "body", "cx": 50, "cy": 65, "rx": 35, "ry": 13},
      {"tag": "ellipse", "class": "ring", "cx": 50, "cy": 65, "rx": 26, "ry": 8.5},
      {"tag": "path", "class": "body", "d": "M15 49v13a35 13 0 0 0 70 0v-13z"},
      {"tag": "path", "class": "shade", "d": "M52 74.5a35 13 0 0 0 32-12.500v-13a35 13 0 0 1-32 13z"},
      {"tag": "ellipse", "class": "body", "cx": 50, "cy": 49, "rx": 35, "ry": 13},
      {"tag": "ellipse", "class": "ring", "cx": 50, "cy": 49, "rx": 26, "ry": 8.5},
      {"tag": "path", "class": "body", "d": "M15 33v13a35 13 0 0 0 70 0v-13z"},
      {"tag": "path", "class": "shade", "d": "M52 58.5a35 13 0 0 0 32-12.500v-13a35 13 0 0 1-32 13z"},
      {"tag": "ellipse", "class": "body", "cx": 50, "cy": 33, "rx": 35, "ry": 13},
      {"tag": "ellipse", "class": "ring", "cx": 50, "cy": 33, "rx": 26, "ry": 8.5},
      {"tag": "path", "class": "shine", "d": "M17 33a33 11 0 0 1 66 0a33 9 0 0 0-66 0z"}
    ],
    "king": [
      {"tag": "ellipse", "class": "shadow", "cx": 50, "cy": 86, "rx": 31, "ry": 7},
      {"tag": "path", "class": "body", "d": "M47 9h6v6h6v6h-6v7h-6v-7h-6v-6h6z"},
      {"tag": "path", "class": "body", "d": "M50 27c9 0 13 5 17 8 7 5 9 10 6 17-4 8-7 14-8 21 4 2 8 5 9 13H26c1-8 5-11 9-13-1-7-4-13-8-21-3-7-1-12 6-17 4-3 8-8 17-8z"},
      {"tag": "path", "class": "shade", "d": "M57 29c5 2 7 4 10 6 7 5 9 10 6 17-4 8-7 14-8 21 4 2 8 5 9 13H59c6-20 12-36-2-57z"},
      {"tag": "path", "class": "line", "d": "M36 73h28M33 52c10 5 24 5 34 0"}
    ],
    "rook": [
      {"tag": "ellipse", "class": "shadow", "cx": 50, "cy": 86, "rx": 31, "ry": 7},
      {"tag": "path", "class": "body", "d": "M28 18h11v7h6v-7h10v7h6v-7h11v18l-7 6c0 12 2 22 4 30 4 2 6 6 7 14H24c1-8 3-12 7-14 2-8 4-18 4-30l-7-6z"},
      {"tag": "path", "class": "shade", "d": "M61 25v-7h11v18l-7 6c0 12 2 22 4 30 4 2 6 6 7 14H61c2-22 1-44-3-60z"},
      {"tag": "path", "class": "line", "d": "M35 42h30M31 72h38"}
    ],
    "bishop": [
      {"tag": "ellipse", "class": "shadow", "cx": 50, "cy": 86, "rx": 31, "ry": 7},
      {"tag": "path", "class": "body", "d": "M50 23c10 7 19 17 16 29-1 5-5 8-8 10 1 5 3 8 6 11 5 2 8 6 9 13H27c1-7 4-11 9-13 3-3 5-6 6-11-3-2-7-5-8-10-3-12 6-22 16-29z"},
      {"tag": "circle", "class": "body", "cx": 50, "cy": 17, "r": 6.5},
      {"tag": "path", "class": "shade", "d": "M55 27c9 8 14 16 11 25-1 5-5 8-8 10 1 5 3 8 6 11 5 2 8 6 9 13H60c1-10-3-17-5-24 7-11 5-22 0-35z"},
      {"tag": "path", "class": "line", "d": "M42 62h16M36 73h28M56 34l-7 13"}
    ],
    "pawn": [
      {"tag": "ellipse", "class": "shadow", "cx": 50, "cy": 86, "rx": 31, "ry": 7},
      {"tag": "path", "class": "body", "d": "M43 47a15 15 0 1 1 14 0l6 5-5 4c0 7 2 13 5 17 5 2 8 6 9 13H28c1-7 4-11 9-13 3-4 5-10 5-17l-5-4z"},
      {"tag": "path", "class": "shade", "d": "M58 21a15 15 0 0 1-1 26l6 5-5 4c0 7 2 13 5 17 5 2 8 6 9 13H59c2-14-3-26-5-34 7-9 8-20 4-31z"},
      {"tag": "path", "class": "line", "d": "M42 56h16M37 73h26"}
    ]
  }
};
