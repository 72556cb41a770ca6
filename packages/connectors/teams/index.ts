import { type ChatMessage, defineChat } from '#attention'

/** Chats of Microsoft Teams, which show Adaptive Cards. */
export const teams = defineChat({
  kind: 'teams',
  title: { en: 'Microsoft Teams' },
  about: {
    en: 'For an incoming webhook that you create with Workflows.',
    de: 'Für einen eingehenden Webhook, den Sie mit Workflows anlegen.',
    es: 'Para un webhook entrante que creas con Workflows.',
    fr: 'Pour un webhook entrant que vous créez avec Workflows.',
    ja: 'Workflows で作成した受信 Webhook に使います。',
  },
  help_url:
    'https://support.microsoft.com/office/create-incoming-webhooks-with-workflows-for-microsoft-teams-8ae491c7-0394-4861-ba59-055e33f75498',
  render: ({ title, lines, web_url }: ChatMessage) =>
    JSON.stringify({
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
              { type: 'TextBlock', text: escapeText(title), weight: 'Bolder', wrap: true },
              ...lines.map((line) => ({
                type: 'TextBlock',
                text: `- [${escapeText(line.text)}](${line.web_url})`,
                wrap: true,
              })),
            ],
            actions: [{ type: 'Action.OpenUrl', title: 'Open Bestow', url: web_url }],
          },
        },
      ],
    }),
})

/** Escapes a text. Text blocks of Adaptive Cards interpret Markdown. */
const escapeText = (text: string): string => text.replace(/[\\`*_[\]()#]/g, '\\$&')
