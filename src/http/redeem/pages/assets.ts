import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as campaigns from '#campaigns'
import { cardDesigns } from '#contract'
import { readCard } from '#greetings'
import { createCompressedSender } from '#platform/lib/compressed-sender'
import { paletteCss } from '#platform/lib/palette'
import { projectPath } from '#platform/lib/project-files'
import { frequentRoute } from '#platform/observability/request-logger'
import { drawWrappingImage } from './wrapping-image.ts'

/** The files that the pages load from the same origin: the style sheets, a small script and the icon. */
export interface Assets {
  /** The style sheet of the first page of a gift. */
  firstStyle: Asset
  /** The style sheet that all other pages load in addition to the first style sheet. */
  style: Asset
  /** The style sheet that the pages of a one-link load in addition to both. */
  claimStyle: Asset
  script: Asset
  icon: Asset
}

interface Asset {
  /**
   * The path of the file. It contains a hash of the content, so that browsers can cache the file without a
   * time limit.
   */
  path: string
  type: string
  content: string
}

export function readAssets(): Assets {
  const first = ['base', 'layout', 'gift', 'unwrap', 'greeting', 'languages']
  const others = [
    'reveal',
    'choose',
    'product',
    'several',
    'form',
    'track',
    'reactions',
    'digital',
    'status',
  ]
  return {
    firstStyle: createAsset('gift', 'css', 'text/css', paletteCss + readStyles(first)),
    style: createAsset('steps', 'css', 'text/css', readStyles(others)),
    claimStyle: createAsset('claim', 'css', 'text/css', readStyles(['claim'])),
    script: createAsset(
      'gift',
      'js',
      'text/javascript',
      shrinkScript(readAsset('pages/enhance.js')),
    ),
    icon: createAsset('gift', 'svg', 'image/svg+xml', icon),
  }
}

const readStyles = (names: readonly string[]) =>
  shrinkStyle(names.map((name) => readAsset(`styles/${name}.css`)).join('\n'))

/**
 * Removes comments, spaces, the last semicolon of each rule, and zeros before a decimal point. A space before
 * a bracket or around an operator can be significant, so the function does not remove it.
 */
const shrinkStyle = (css: string): string =>
  css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replaceAll(': ', ':')
    .replaceAll(';}', '}')
    .replace(/(?<=[ :,(-])0\./g, '.')
    .trim()

/** Removes indentation, and the comments on separate lines. */
const shrinkScript = (code: string): string =>
  code
    .replace(/^\/\*[\s\S]*?\*\/$/gm, '')
    .replace(/^\s*(\/\/.*)?\n/gm, '')
    .replace(/^[ \t]+/gm, '')

/** An icon with a parcel and a bow. The other pages of Bestow have a similar icon. */
const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M12 7C10 2 4 3 6 6.5Q7.5 8 12 8Q16.5 8 18 6.5C20 3 14 2 12 7Z" fill="none" stroke="#a64b96" stroke-width="1.8"/><path d="M3 8H21V12H3ZM4.5 13.2H11V21H4.5ZM13 13.2H19.5V21H13Z" fill="#a64b96"/></svg>'

const readAsset = (name: string) => readFileSync(projectPath(`src/http/redeem/${name}`), 'utf8')

function createAsset(name: string, extension: string, type: string, content: string): Asset {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 12)
  return { path: `/pages/${name}-${hash}.${extension}`, type: `${type}; charset=utf-8`, content }
}

/**
 * Registers the routes of the files. A page from a process with another release can request an unknown hash.
 * The response then contains the current file with `no-store`. If the page requests the first styles, the
 * response contains all styles.
 */
export function assetRoutes(app: FastifyInstance, assets: Assets): void {
  const send = createCompressedSender()
  for (const asset of Object.values(assets)) {
    const [, name, extension] = /^\/pages\/([a-z]+)-.*\.(\w+)$/.exec(asset.path) ?? []
    app.get<{ Params: { hash: string } }>(
      `/pages/${name}-:hash.${extension}`,
      frequentRoute,
      (request, reply) => {
        const isCurrent = asset.path.endsWith(`-${request.params.hash}.${extension}`)
        reply
          .header('cache-control', isCurrent ? 'public, max-age=31536000, immutable' : 'no-store')
          .header('x-content-type-options', 'nosniff')
          .type(asset.type)
        return isCurrent || asset !== assets.firstStyle
          ? send(reply, asset.path, asset.content)
          : send(reply, 'all styles', assets.firstStyle.content + assets.style.content)
      },
    )
  }
}

/**
 * Registers the routes of the pictures: the cards and the wrapped gift. Emails, chats and the web app show
 * these pictures too.
 */
export function pictureRoutes(app: FastifyInstance): void {
  const send = createCompressedSender()
  const cards = new Map(cardDesigns.map((design) => [design as string, readCard(design)]))
  app.get<{ Params: { name: string } }>(
    '/pages/card-:name.svg',
    frequentRoute,
    ({ params: { name } }, reply) => {
      const card = cards.get(name)
      if (card === undefined) return sendPictureNotFound(reply)
      return send(setPictureHeaders(reply, 'image/svg+xml; charset=utf-8'), name, card)
    },
  )
  app.get<{ Params: { name: string } }>(
    '/pages/wrapping-:name.png',
    frequentRoute,
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

/**
 * Sets the headers of a picture. They allow other origins to show the picture, because email clients and
 * chats do this.
 */
const setPictureHeaders = (reply: FastifyReply, type: string) =>
  reply.headers({
    'content-type': type,
    'cache-control': 'public, max-age=86400',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  })
