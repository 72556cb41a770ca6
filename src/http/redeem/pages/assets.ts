import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as campaigns from '#campaigns'
import { cardDesigns } from '#contract'
import { readCard } from '#greetings'
import { createCompressedSender } from '#platform/lib/compressed-sender'
import { paletteCss } from '#platform/lib/palette'
import { drawWrappingImage } from './wrapping-image.ts'

/** Files that the pages load from the same origin: the style sheet, a small script and the icon. */
export interface Assets {
  style: Asset
  script: Asset
  icon: Asset
}

interface Asset {
  /** Contains a hash of the content, so that browsers can cache the file indefinitely. */
  path: string
  type: string
  content: string
}

export function readAssets(): Assets {
  const style = [
    'base',
    'layout',
    'gift',
    'unwrap',
    'choose',
    'several',
    'form',
    'track',
    'digital',
    'reveal',
    'greeting',
    'languages',
  ].map((name) => readAsset(`../styles/${name}.css`))
  return {
    style: createAsset('css', 'text/css', [paletteCss, ...style].join('\n')),
    script: createAsset('js', 'text/javascript', readAsset('enhance.js')),
    icon: createAsset('svg', 'image/svg+xml', icon),
  }
}

/** A parcel with a bow, like the icon of the other pages of Bestow. */
const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M12 7C10 2 4 3 6 6.5Q7.5 8 12 8Q16.5 8 18 6.5C20 3 14 2 12 7Z" fill="none" stroke="#a64b96" stroke-width="1.8"/><path d="M3 8H21V12H3ZM4.5 13.2H11V21H4.5ZM13 13.2H19.5V21H13Z" fill="#a64b96"/></svg>'

const readAsset = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

function createAsset(extension: string, type: string, content: string): Asset {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 12)
  return { path: `/pages/gift-${hash}.${extension}`, type: `${type}; charset=utf-8`, content }
}

/**
 * Serves the files. A page from a process with another release requests an unknown hash. The response is
 * then the current file, with `no-store`.
 */
export function assetRoutes(app: FastifyInstance, assets: Assets): void {
  const send = createCompressedSender()
  for (const asset of [assets.style, assets.script, assets.icon]) {
    const extension = asset.path.slice(asset.path.lastIndexOf('.') + 1)
    app.get<{ Params: { hash: string } }>(`/pages/gift-:hash.${extension}`, (request, reply) => {
      const isCurrent = asset.path.endsWith(`-${request.params.hash}.${extension}`)
      reply
        .header('cache-control', isCurrent ? 'public, max-age=31536000, immutable' : 'no-store')
        .header('x-content-type-options', 'nosniff')
        .type(asset.type)
      return send(reply, asset.path, asset.content)
    })
  }
}

/** Serves the pictures that emails, chats and the web app show too: the cards and the wrapped gift. */
export function pictureRoutes(app: FastifyInstance): void {
  const send = createCompressedSender()
  const cards = new Map(cardDesigns.map((design) => [design as string, readCard(design)]))
  app.get<{ Params: { name: string } }>('/pages/card-:name.svg', ({ params: { name } }, reply) => {
    const card = cards.get(name)
    if (card === undefined) return sendPictureNotFound(reply)
    return send(setPictureHeaders(reply, 'image/svg+xml; charset=utf-8'), name, card)
  })
  app.get<{ Params: { name: string } }>(
    '/pages/wrapping-:name.png',
    ({ params: { name } }, reply) => {
      const wrapping = campaigns.parseWrappingName(name)
      if (wrapping === undefined) return sendPictureNotFound(reply)
      const content = drawWrappingImage(wrapping, wrapping.color)
      return setPictureHeaders(reply, 'image/png').send(content)
    },
  )
}

const sendPictureNotFound = (reply: FastifyReply) =>
  reply.code(404).type('text/plain; charset=utf-8').send('No such picture.')

/** Other origins may show the pictures: email clients and chats do. */
const setPictureHeaders = (reply: FastifyReply, type: string) =>
  reply.headers({
    'content-type': type,
    'cache-control': 'public, max-age=86400',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  })
