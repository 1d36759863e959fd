/** Errors that callers may see, and those of the configuration. */
export {
  AppError,
  defineErrors,
  errorCatalog,
  errors,
  type FieldError,
  orThrow,
  overloaded,
  returned,
} from "./app-error.ts";
export { ConfigError } from "./config-error.ts";
