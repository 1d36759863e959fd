export type Setting<T> = {
  readonly default: string | null;
  readonly meaning: string;
  readonly example: string;
  /** Returns the value, or throws an Error whose message completes "SETTING …". */
  readonly read: (text: string) => T;
};
