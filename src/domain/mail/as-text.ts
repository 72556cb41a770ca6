import type { Parts } from './parts.ts'

/** The twin without HTML. Words that somebody wrote stand in it as they were written. */
export function asText(parts: Parts): string {
  const { hello, words, list, decline } = parts
  return [
    ...(hello === undefined ? [] : [hello]),
    ...(words === undefined || words.isQuote ? [] : [words.text]),
    ...parts.paragraphs,
    ...(words?.isQuote ? [...(words.lead === undefined ? [] : [words.lead]), words.text] : []),
    ...(list === undefined ? [] : [listed(list)]),
    `${parts.button.label}:\n${parts.button.url}`,
    ...parts.notes,
    ...(decline === undefined ? [] : [`${decline.label}: ${decline.url}\n${decline.hint}`]),
    `-- \n${parts.why}`,
  ].join('\n\n')
}

const listed = ({ title, lines }: NonNullable<Parts['list']>) =>
  [
    ...(title === undefined ? [] : [`${title}:`]),
    ...lines.map(({ text, url }) => `* ${text}${url === undefined ? '' : `\n  ${url}`}`),
  ].join('\n')
