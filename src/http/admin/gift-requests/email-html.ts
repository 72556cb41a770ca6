import type { FastifyReply } from 'fastify'

/** Sends an email as a page for an iframe of the web app. The page runs no script and loads only images. */
export const sendEmailHtml = (reply: FastifyReply, html: string): FastifyReply =>
  reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': [
        `default-src 'none'`,
        `style-src 'unsafe-inline'`,
        `img-src http: https: data:`,
        `frame-ancestors 'self'`,
        'sandbox',
      ].join('; '),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
    })
    .send(html)
