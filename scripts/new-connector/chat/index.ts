import { type ChatMessage, defineChat } from '#attention'

/** Chats of Example Chat. */
export const exampleChat = defineChat({
  kind: 'example-chat',
  title: { en: 'Example Chat' },
  about: {
    en: 'Sends what needs attention to a channel of Example Chat.',
    de: 'Sendet, was Aufmerksamkeit braucht, an einen Kanal von Example Chat.',
    es: 'Envía lo que requiere atención a un canal de Example Chat.',
    fr: 'Envoie ce qui demande votre attention à un canal de Example Chat.',
    ja: '対応が必要なことを Example Chat のチャンネルに送ります。',
  },
  help_url: 'https://example.com/incoming-webhooks',
  render: ({ title, lines, web_url }: ChatMessage) =>
    JSON.stringify({
      text: escapeText(title),
      items: lines.map((line) => ({ text: escapeText(line.text), url: line.web_url })),
      url: web_url,
    }),
})

/** Escapes the characters that Example Chat would read as markup. */
const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
