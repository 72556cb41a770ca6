import { testChat } from '#test/chat-kit'
import { testConnector } from '#test/connector-kit'
import { teams } from './index.ts'

interface Card {
  attachments: { content: { body: { text: string }[]; actions: { url: string }[] } }[]
}

/** Returns a text with the escapes of Markdown removed, and the targets of its links. */
function readMarkdown(text: string) {
  const links: string[] = []
  const label = /^- \[((?:\\.|[^\]\\])*)\]\(([^)]*)\)$/s.exec(text)
  if (label !== null) links.push(label[2] ?? '')
  const rest = label === null ? text : ''
  for (const [, url = ''] of rest.matchAll(/(?<!\\)\[[^\]]*(?<!\\)\]\(([^)]*)\)/g)) links.push(url)
  return { text: (label?.[1] ?? text).replace(/\\(.)/gs, '$1'), links }
}

testConnector(teams)
testChat('Microsoft Teams', {
  render: teams.render,
  show(body) {
    const [attachment] = (JSON.parse(body) as Card).attachments
    const blocks = attachment?.content.body.map(({ text }) => readMarkdown(text)) ?? []
    const actions = attachment?.content.actions.map(({ url }) => url) ?? []
    return {
      texts: blocks.map(({ text }) => text),
      links: [...blocks.flatMap(({ links }) => links), ...actions],
    }
  },
})
