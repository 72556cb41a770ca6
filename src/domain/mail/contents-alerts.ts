import type { Facts } from './letters.ts'
import { oneLine, type Parts } from './parts.ts'
import type { Tongue } from './words/words.ts'

/* The letters to admins about gifts and endpoints that need attention. */

export function stalled({ gifts, web_url }: Facts['stalled'], { say }: Tongue): Parts {
  const count = gifts.length
  return {
    subject: say('stalled.subject', { count }),
    preview: say('stalled.preview'),
    heading: say('stalled.heading', { count }),
    paragraphs: [say('stalled.body')],
    list: {
      lines: gifts.map(({ reference, recipient, state, days }) => ({
        text: say('stalled.line', {
          reference,
          recipient,
          state: say(`stalled.${state}`),
          count: days,
        }),
      })),
    },
    button: { label: say('stalled.button'), url: web_url },
    notes: [],
    why: say('common.sender_why'),
  }
}

export function failing(facts: Facts['failing_endpoint'], { say }: Tongue): Parts {
  const { endpoint, abandoned, attempts, failed } = facts
  const host = URL.canParse(endpoint) ? new URL(endpoint).host : endpoint
  return {
    subject: oneLine(say('failing_endpoint.subject', { host })),
    preview: say('failing_endpoint.preview'),
    heading: say('failing_endpoint.heading', { host }),
    paragraphs: [
      say('failing_endpoint.body'),
      ...(failed > 0 ? [say('failing_endpoint.share', { failed, attempts })] : []),
      ...(abandoned > 0 ? [say('failing_endpoint.abandoned', { count: abandoned })] : []),
    ],
    list: { lines: [{ text: endpoint }] },
    button: { label: say('failing_endpoint.button'), url: facts.web_url },
    notes: [say('failing_endpoint.once')],
    why: say('common.sender_why'),
  }
}
