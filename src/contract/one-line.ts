/** Replaces line breaks, other white space and control characters by single spaces, and trims the text. */
export const toOneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
