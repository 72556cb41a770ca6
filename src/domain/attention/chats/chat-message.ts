import type { ChatFormat } from './tables.ts'

/** The content of a message in a chat. It contains references, but no names or addresses. */
export interface ChatMessage {
  title: string
  lines: readonly ChatLine[]
  /** The URL of the page of the web app that lists all items. */
  web_url: string
}

export interface ChatLine {
  text: string
  web_url: string
}

/** Renders a message as the JSON body of an incoming webhook. */
export const renderMessage = (format: ChatFormat, message: ChatMessage): string =>
  JSON.stringify(format === 'slack' ? toSlack(message) : toTeams(message))

const openLabel = 'Open Bestow'

/**
 * Escapes a text for Slack. Slack replaces three characters in texts. No other character has a special
 * meaning in the label of a link.
 */
const escapeSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const toSlack = ({ title, lines, web_url }: ChatMessage) => ({
  text: [
    `*${escapeSlack(title)}*`,
    ...lines.map((line) => `• <${line.web_url}|${escapeSlack(line.text)}>`),
    `<${web_url}|${openLabel}>`,
  ].join('\n'),
})

/** Escapes a text for Microsoft Teams. Text blocks of Adaptive Cards interpret Markdown. */
const escapeMarkdown = (text: string): string => text.replace(/[\\`*_[\]()#]/g, '\\$&')

const toTeams = ({ title, lines, web_url }: ChatMessage) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.2',
        body: [
          { type: 'TextBlock', text: escapeMarkdown(title), weight: 'Bolder', wrap: true },
          ...lines.map((line) => ({
            type: 'TextBlock',
            text: `- [${escapeMarkdown(line.text)}](${line.web_url})`,
            wrap: true,
          })),
        ],
        actions: [{ type: 'Action.OpenUrl', title: openLabel, url: web_url }],
      },
    },
  ],
})
