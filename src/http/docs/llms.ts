import type { Section } from './sections.ts'

/** Renders llms.txt, an overview of the documentation for programs. It has links to the Markdown versions. */
export function renderLlmsText(sections: readonly Section[], origin: string): string {
  return `${homeMarkdown(sections, origin)}
## For programs

- [All guides and the reference in one file](${origin}/llms-full.txt)
- [OpenAPI document](${origin}/docs/openapi.json): every operation, every member, every webhook
- [OAuth metadata](${origin}/.well-known/oauth-authorization-server): authorization server metadata (RFC 8414)
`
}

/**
 * Renders llms-full.txt, which contains all texts in one file. The decisions are not included, because they
 * explain the code.
 */
export const renderFullText = (texts: readonly string[], origin: string): string =>
  [`# Bestow: complete documentation\n\nThis instance is at ${origin}.\n`, ...texts].join(
    '\n---\n\n',
  )

/** Renders the home page as Markdown. */
export function homeMarkdown(sections: readonly Section[], origin: string): string {
  const sectionTexts = sections.map(({ title, guides }) => {
    const lines = guides.map(
      ({ name, title: label, description }) =>
        `- [${label}](${origin}/docs/${name}.md)${description === '' ? '' : `: ${description}`}`,
    )
    return `## ${title}\n\n${lines.join('\n')}\n`
  })
  return `# Bestow

> Bestow sends gifts for businesses over an HTTP API and reports every step to an application with a signed webhook.
> This instance is at ${origin}, its API at ${origin}/api. Every request sends a version: \`Service-API-Version: 2026-05\`.

- [Reference](${origin}/docs/reference.md): all operations of the API

${sectionTexts.join('\n')}`
}
