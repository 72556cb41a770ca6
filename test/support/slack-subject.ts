import type { ChatAppOptions, ChatAppService, ChatAppSubject } from '#test/chat-app-kit'
import { pressPayload, type SlackUser, slackTokens, startFakeSlack } from '#test/fake-slack'
import { createSlackApp, testSlackApp } from '../../packages/connectors/slack-app/slack-app.ts'

// biome-ignore format: one kind a line
const kinds: Readonly<Record<Parameters<ChatAppService['addPerson']>[1], Partial<SlackUser>>> = {
  member:      {},
  guest:       { is_restricted: true },
  bot:         { is_bot: true },
  unconfirmed: { is_email_confirmed: false },
  elsewhere:   { team_id: 'T2' },
}

/** The chat app of the example connector with the stub of its service, for the kit. */
export const slackSubject: ChatAppSubject = {
  open: (options) => createSlackApp(toSettings(options)),
  test: (options) => testSlackApp(toSettings(options)),
  secrets: Object.values(slackTokens),
  async start() {
    const slack = await startFakeSlack()
    return {
      url: slack.url,
      addPerson: (email, kind) => slack.addUser(email, kinds[kind]).id,
      shown: () => show([...slack.messages.values()]),
      count: () => slack.messages.size,
      sockets: slack.sockets,
      press: (person, action, value, withinMs) =>
        slack.deliver('interactive', pressPayload(person, action, value), { withinMs }),
      refresh: () => slack.disconnect(),
      breakSockets: slack.breakSockets,
      close: slack.close,
    }
  },
}

const toSettings = (options: ChatAppOptions) => ({
  ...{ ...slackTokens, celebrations: 'off', channel: '' },
  ...options,
})

/** Returns what people see: plain texts as they are, and what Slack makes of `<…>` in texts with markup. */
function show(value: unknown, name = ''): { texts: string[]; markup: string[] } {
  if (typeof value === 'string' && name === 'text') return readMarkup(value)
  if (typeof value !== 'object' || value === null) return { texts: [], markup: [] }
  const { type, text } = value as { type?: string; text?: unknown }
  if (type === 'plain_text' || (type === 'text' && typeof text === 'string'))
    return { texts: [String(text)], markup: [] }
  const parts = Object.entries(value).map(([key, part]) => show(part, key))
  return {
    texts: parts.flatMap(({ texts }) => texts),
    markup: parts.flatMap(({ markup }) => markup),
  }
}

const readMarkup = (text: string) => ({
  texts: [text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')],
  markup: [...text.matchAll(/<[^>]*>/g)].map(([found]) => found),
})
