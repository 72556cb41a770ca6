import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { html, SafeHtml } from '#platform/lib/html'
import { css } from './styles.ts'

export interface AuthPage {
  title: string
  main: SafeHtml
}

const styleElement = new SafeHtml(`<style>${css}</style>`)
const styleHash = createHash('sha256').update(css).digest('base64')

/** Sends a page that loads no resources and runs no scripts. Other pages cannot show it in a frame. */
export function sendPage(
  reply: FastifyReply,
  { title, main }: AuthPage,
  redirect_uri?: string,
): FastifyReply {
  const policy = [
    `default-src 'none'`,
    `style-src 'sha256-${styleHash}'`,
    `form-action ${["'self'", parseScheme(redirect_uri)].join(' ').trim()}`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ]
  return reply
    .headers({
      'content-security-policy': policy.join('; '),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
    })
    .send(renderDocument(title, main))
}

/**
 * Returns the scheme of a redirect URI. The response to the form redirects to the app. Browsers apply the
 * policy form-action to this redirect and to all later redirects, so the policy allows only the scheme.
 */
const parseScheme = (redirect_uri: string | undefined) =>
  redirect_uri === undefined ? '' : new URL(redirect_uri).protocol

const renderDocument = (title: string, main: SafeHtml) =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${styleElement}
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`.text
