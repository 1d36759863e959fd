/** The package's version, for the server's request log. A test keeps it equal to package.json. */
export const VERSION = "0.1.0";
