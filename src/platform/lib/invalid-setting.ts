/** Thrown if the text of a setting cannot be parsed. The message completes the sentence 'NAME …'. */
export class InvalidSetting extends Error {}
