import type { FastifyReply } from 'fastify'

/** Sends a mail as a page for a frame of ours: nothing in it runs, and nothing but pictures is loaded. */
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
