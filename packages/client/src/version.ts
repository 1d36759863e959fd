/** Of this package, for the server's request log; a test keeps it equal to package.json. */
export const version = "0.1.0";
