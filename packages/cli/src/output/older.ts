// Answers of control planes that are older than this program.

/** What an operation answers, without the members that came later: what shows the answer does without them. */
export type Older<Answer, Later extends keyof Answer> = Omit<Answer, Later> & Partial<Pick<Answer, Later>>;
