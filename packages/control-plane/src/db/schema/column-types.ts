// What columns of both databases hold.

/** JSON kept as text; the stores parse and write it. */
export type Json = string;
export type Flag = 0 | 1;
