import type { Section } from './sections.ts'

/** The documentation at a glance for programs that read: what there is, and where it is in Markdown. */
export function renderLlmsText(sections: readonly Section[], origin: string): string {
  return `${homeMarkdown(sections, origin)}
## For programs

- [OpenAPI document](${origin}/docs/openapi.json): every operation, every member, every webhook
- [Where OAuth is](${origin}/.well-known/oauth-authorization-server): the metadata of RFC 8414
`
}

/** The way in, as Markdown. */
export function homeMarkdown(sections: readonly Section[], origin: string): string {
  const sectionTexts = sections.map(({ title, guides }) => {
    const lines = guides.map(
      ({ name, title: label, description }) =>
        `- [${label}](${origin}/docs/${name}.md)${description === '' ? '' : `: ${description}`}`,
    )
    return `## ${title}\n\n${lines.join('\n')}\n`
  })
  return `# Bestow

> Bestow sends gifts for businesses over an HTTP API, and tells an application of every step with a signed webhook.
> This instance is at ${origin}, its API at ${origin}/api. Every request names a version: \`Service-API-Version: 2026-05\`.

- [Reference](${origin}/docs/reference.md): all operations of the API

${sectionTexts.join('\n')}`
}
