/** The part of tracking that only processes with a web server load. */
export { answerLink } from "./http/answer-link.ts";
