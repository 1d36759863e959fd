/** Enough for two million addresses. A machine with little other load reads them within a request's timeout of two minutes. */
export const MAX_CSV_BYTES = 100 * 1024 * 1024;
