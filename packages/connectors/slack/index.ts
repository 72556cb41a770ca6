import { type ChatMessage, defineChat } from '#attention'

/** Chats of Slack, and of other services that accept its format, such as Mattermost. */
export const slack = defineChat({
  kind: 'slack',
  title: { en: 'Slack' },
  about: {
    en: 'Also for chats that accept messages in this format, such as Mattermost.',
    de: 'Auch für Chats, die Nachrichten in diesem Format annehmen, zum Beispiel Mattermost.',
    es: 'También para chats que aceptan mensajes en este formato, como Mattermost.',
    fr: 'Aussi pour les messageries qui acceptent ce format, comme Mattermost.',
    ja: 'この形式を受け付けるチャット（Mattermost など）にも使えます。',
  },
  help_url: 'https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks',
  render: ({ title, lines, web_url }: ChatMessage) =>
    JSON.stringify({
      text: [
        `*${escapeText(title)}*`,
        ...lines.map((line) => `• <${line.web_url}|${escapeText(line.text)}>`),
        `<${web_url}|Open Bestow>`,
      ].join('\n'),
    }),
})

/**
 * Escapes a text. Slack replaces three characters in texts. No other character has a special
 * meaning in the label of a link.
 */
const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
