import type { FastifyReply } from 'fastify'

/** Sends an email as a page. The policy blocks scripts, and the page can load only images. */
export const sendEmailHtml = (reply: FastifyReply, html: string): FastifyReply =>
  reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; img-src http: https: data:; frame-ancestors 'none'; sandbox`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    .send(html)
