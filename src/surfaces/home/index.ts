/** What somebody sees who opens the instance in a browser: where things are. */
import type { FastifyInstance } from 'fastify'

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'"

export async function home(app: FastifyInstance): Promise<void> {
  app.get('/', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'no-referrer')
      .send(page),
  )
}

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Bestow</title>
<style>
  :root { color-scheme: light dark; --paper: #fbf8f6; --ink: #2b2230; --soft: #6d6273; --plum: #7a2e6d; --line: #e6dde3; --card: #fff }
  @media (prefers-color-scheme: dark) {
    :root { --paper: #1b161e; --ink: #f1eaf0; --soft: #b3a6b3; --plum: #e29bd3; --line: #3a303d; --card: #241d28 }
  }
  * { box-sizing: border-box }
  body { margin: 0; min-height: 100dvh; display: grid; place-items: center; padding: 24px; background: var(--paper); color: var(--ink); font: 17px/1.55 system-ui, sans-serif }
  main { width: 100%; max-width: 34rem }
  svg { display: block; margin-bottom: 20px }
  h1 { margin: 0 0 8px; font-size: 1.9rem; letter-spacing: -.01em }
  p { margin: 0 0 20px; color: var(--soft) }
  ul { list-style: none; margin: 0; padding: 0; background: var(--card); border: 1px solid var(--line); border-radius: 14px; overflow: hidden }
  li + li { border-top: 1px solid var(--line) }
  li a, li div { display: block; padding: 14px 18px }
  a { color: inherit; text-decoration: none }
  a strong { color: var(--plum) }
  a:hover, a:focus-visible { background: color-mix(in srgb, var(--plum) 9%, transparent) }
  a:focus-visible { outline: 2px solid var(--plum); outline-offset: -2px }
  span { display: block; color: var(--soft); font-size: .93rem }
  code { font: .92em ui-monospace, monospace }
</style>
</head>
<body>
<main>
  <svg width="56" height="56" viewBox="0 0 56 56" fill="none" aria-hidden="true">
    <rect x="6" y="22" width="44" height="28" rx="5" fill="#7a2e6d"/>
    <rect x="3" y="15" width="50" height="11" rx="4" fill="#a64b96"/>
    <rect x="24" y="15" width="8" height="35" fill="#f3c9a5"/>
    <path d="M28 15c-6-1-12-3-11-8s9-4 11 8c2-12 10-13 11-8s-5 7-11 8z" stroke="#f3c9a5" stroke-width="3.5" stroke-linejoin="round"/>
  </svg>
  <h1>Bestow is running</h1>
  <p>Gifts are sent over its API and from its command line; your systems hear of every step by signed webhooks.</p>
  <ul>
    <li><a href="/docs"><strong>API reference</strong><span>Every operation, with something to try</span></a></li>
    <li><div><strong>API</strong><span><code>/api</code>, with a token and a version header</span></div></li>
    <li><a href="/readyz"><strong>Readiness</strong><span>Database, schema and deliveries, as they are now</span></a></li>
  </ul>
</main>
</body>
</html>
`
