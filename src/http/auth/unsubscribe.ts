import type { FastifyInstance, FastifyReply } from 'fastify'
import * as attention from '#attention'
import { html } from '#platform/lib/html'
import type { Database } from '#platform/postgres/database'
import { type AuthPage, sendPage } from './layout.ts'
import { renderBrand } from './page-parts.ts'

interface TokenParams {
  Params: { token: string }
}

/**
 * Registers the routes that end the daily email about gifts that need attention. They need no sign-in. Mail
 * clients send the POST request themselves (RFC 8058). A GET request changes nothing, because mail scanners
 * open links.
 */
export function unsubscribeRoutes(app: FastifyInstance, db: Database): void {
  app.get<TokenParams>('/unsubscribe/:token', async ({ params: { token } }, reply) =>
    attention.isUnsubscribeToken(db, token)
      ? sendPage(reply, confirmPage(token))
      : sendUnknown(reply),
  )
  app.post<TokenParams>('/unsubscribe/:token', async ({ params: { token } }, reply) =>
    (await attention.unsubscribe(db, token)) ? sendPage(reply, donePage) : sendUnknown(reply),
  )
}

const sendUnknown = (reply: FastifyReply) => sendPage(reply.code(404), unknownPage)

const profileLink = html`<a href="/settings/profile">profile</a>`

const confirmPage = (token: string): AuthPage => ({
  title: 'Stop the daily email? – Bestow',
  main: html`${renderBrand()}
<h1>Stop the daily email?</h1>
<p>You’ll no longer get an email when gifts that you sent need attention. The web app still lists them.</p>
<form method="post" action="/unsubscribe/${token}">
<div class="choice"><button>Stop the email</button></div>
</form>
<p class="quiet">You can turn it back on in your ${profileLink}.</p>`,
})

const donePage: AuthPage = {
  title: 'The daily email has stopped – Bestow',
  main: html`${renderBrand()}
<h1>The daily email has stopped</h1>
<p>You can turn it back on in your ${profileLink}.</p>`,
}

const unknownPage: AuthPage = {
  title: 'This link doesn’t work – Bestow',
  main: html`${renderBrand()}
<h1>This link doesn’t work</h1>
<p>It may be incomplete. Copy the whole link from the email, or turn the email off in your ${profileLink}.</p>`,
}
