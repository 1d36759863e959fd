import { parseArgs } from "node:util";
import { CommandError } from "../explain.ts";

export type Option = {
  help: string;
  /** Placeholder of the value, such as `<address>`. Without it the option is a flag. */
  value?: string;
  /** The values that completion offers. */
  values?: readonly string[];
  /** The option can be repeated. */
  many?: true;
};
export type Options = Readonly<Record<string, Option>>;

type ValueOf<O extends Option> = O extends { value: string }
  ? O extends { many: true }
    ? string[]
    : string
  : boolean;
/** The options as typed on the command line. */
export type Values<O extends Options> = { [K in keyof O]?: ValueOf<O[K]> | undefined };

type Declared = {
  /** One or two words. */
  name: string;
  /** One line of the global help, without a full stop. */
  summary: string;
  /** Positional arguments, such as `<id>`. One in brackets may be left out or repeated. */
  operands?: readonly string[];
  options?: Options;
  /** More paragraphs of the command's help. */
  notes?: readonly string[];
  /** Arguments after `posthouse`. */
  examples?: readonly string[];
  /** Exit codes besides 0 and 1. */
  exitCodes?: Readonly<Record<number, string>>;
  /** The exit code 1, if it means more than an error. */
  failure?: string;
  /** Hides the command from the help, for the processes that serve starts. */
  internal?: true;
};

export type Command = Declared & { run: (args: string[], all: readonly Command[]) => Promise<void> };

type Typed<O extends Options> = {
  values: Values<O>;
  operands: string[];
  /** All commands, for help and completion. */
  all: readonly Command[];
};

/** Dispatch, help and completion read the declaration; its options give the type of `values`. */
export function defineCommand<const O extends Options>(
  declared: Omit<Declared, "options"> & { options?: O; run: (typed: Typed<O>) => Promise<void> },
): Command {
  const { run, ...rest } = declared;
  return { ...rest, run: (args, all) => run({ ...readArguments<O>(rest, args), all }) };
}

/** Throws a CommandError that says what to type. */
export function readArguments<O extends Options>(
  { name, options, operands = [] }: { name: string; options?: O; operands?: readonly string[] },
  args: string[],
): { values: Values<O>; operands: string[] } {
  const isOptional = operands.some((operand) => operand.startsWith("["));
  try {
    const read = parseArgs({
      args,
      options: Object.fromEntries(
        Object.entries(options ?? {}).map(([option, { value, many = false }]) => [
          option,
          { type: value ? ("string" as const) : ("boolean" as const), multiple: many },
        ]),
      ),
      allowPositionals: operands.length > 0,
    });
    if (!isOptional && read.positionals.length !== operands.length)
      throw new Error(
        `${name} needs ${operands.join(" ")}, not ${JSON.stringify(read.positionals.join(" "))}`,
      );
    return { values: read.values as Values<O>, operands: read.positionals };
  } catch (error) {
    throw new CommandError(`${(error as Error).message}; posthouse ${name} --help lists the options`);
  }
}
