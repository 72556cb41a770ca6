/**
 * The documentation at `{origin}/docs`. It consists of the guides and the API reference. The guides are
 * Markdown files of the repository. The reference comes from the OpenAPI document in the repository. In
 * staging, the reference has a console that sends requests.
 * - **guide**: a file of the repository, shown as a page.
 * - **section**: a group of related guides.
 * - **sample**: the request of an operation in one language.
 * - **console**: the forms of the reference that send requests to this instance.
 * - **Markdown version**: the same page as Markdown, at its URL with `.md` appended.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deployment } from '#platform/deployment'
import { createCompressedSender } from '#platform/lib/compressed-sender'
import { projectPath } from '#platform/lib/project-files'
import { frequentRoute } from '#platform/observability/request-logger'
import { guideCss } from './guide-styles.ts'
import { buildRoutes, type DocsRoutes } from './routes.ts'
import { readBytes } from './sections.ts'
import { css } from './styles.ts'

export { groupOperations, readDocument } from './openapi-document.ts'
export { createSamples } from './samples/samples.ts'

/**
 * The folder with the packages for integrators. The build packs them together with the web app
 * (scripts/packages.ts).
 */
const packages = projectPath('packages/web/dist/packages')

const readScript = (name: string) =>
  readFileSync(projectPath(`src/http/docs/browser/${name}`), 'utf8')
const scriptNames = ['page.js', 'samples.js', 'search.js', 'create-search.js', 'console.js']

export function docs(deployment: Pick<Deployment, 'origin' | 'stage'>) {
  return async (app: FastifyInstance): Promise<void> => {
    const { stage } = deployment
    const canTry = stage === 'staging'
    // The site is built at the first request, because tests know their origin only when they listen.
    let built: DocsRoutes | undefined
    const site = () => {
      built ??= buildRoutes({ origin: deployment.origin, stage }, canTry)
      return built
    }
    const addresses = buildRoutes({ origin: '', stage }, canTry)

    pageRoutes(app, addresses, site, canTry)
    fileRoutes(app, addresses.screenshots, canTry)
    app.get('/docs/', (_request, reply) => reply.redirect('/docs', 308))
    app.get('/docs/*', (_request, reply) =>
      withHeaders(reply.code(404), 'text/html; charset=utf-8')
        .header('content-security-policy', guidePolicy)
        .send(site().missing()),
    )
    app.get('/robots.txt', (_request, reply) => withHeaders(reply, 'text/plain').send(robots))
  }
}

/**
 * Registers the pages, their Markdown versions and the OpenAPI documents. The content of all these depends on
 * the origin.
 */
function pageRoutes(
  app: FastifyInstance,
  addresses: DocsRoutes,
  site: () => DocsRoutes,
  canTry: boolean,
): void {
  const sendText = createCompressedSender()
  for (const path of addresses.pages.keys()) {
    const policy = path === '/docs/reference' ? referencePolicy(canTry) : guidePolicy
    app.get(path, (_request, reply) =>
      sendText(
        withHeaders(reply, 'text/html; charset=utf-8')
          .header('content-security-policy', policy)
          .header('link', `<${path}.md>; rel="alternate"; type="text/markdown"`),
        path,
        site().pages.get(path)?.() ?? '',
      ),
    )
  }
  for (const path of addresses.texts.keys()) {
    const type = path.endsWith('.md') ? 'text/markdown' : 'text/plain'
    app.get(path, (_request, reply) =>
      sendText(
        withHeaders(reply, `${type}; charset=utf-8`),
        path,
        site().texts.get(path)?.() ?? '',
      ),
    )
  }
  for (const path of addresses.documents.keys())
    app.get(path, (_request, reply) =>
      sendText(withHeaders(reply, 'application/json'), path, site().documents.get(path)?.() ?? ''),
    )
  for (const path of addresses.scripts.keys())
    app.get(path, frequentRoute, (_request, reply) =>
      sendText(
        withHeaders(reply, 'text/javascript; charset=utf-8'),
        path,
        site().scripts.get(path)?.() ?? '',
      ),
    )
}

/** Registers the files that are the same in every deployment: screenshots, packages and scripts. */
function fileRoutes(
  app: FastifyInstance,
  screenshots: DocsRoutes['screenshots'],
  canTry: boolean,
): void {
  for (const [path, file] of screenshots)
    app.get(path, frequentRoute, (_request, reply) =>
      withHeaders(reply, 'image/webp')
        .header('cache-control', 'public, max-age=3600')
        .send(readBytes(file)),
    )
  for (const name of ['sdk.tgz', 'cli.tgz', 'python.tar.gz']) {
    const file = join(packages, name)
    if (existsSync(file))
      app.get(`/docs/${name}`, frequentRoute, (_request, reply) =>
        withHeaders(reply, 'application/gzip').send(readFileSync(file)),
      )
  }
  for (const name of scriptNames.filter((each) => each !== 'console.js' || canTry)) {
    const text = readScript(name)
    app.get(`/docs/${name}`, frequentRoute, (_request, reply) =>
      withHeaders(reply, 'text/javascript; charset=utf-8').send(text),
    )
  }
}

/**
 * The rules for search engines. They may index the documentation, and no other page, because other pages can
 * contain personal data.
 */
const robots = 'User-agent: *\nAllow: /docs\nAllow: /llms.txt\nAllow: /llms-full.txt\nDisallow: /\n'

const withHeaders = (reply: FastifyReply, type: string) =>
  reply.headers({
    'content-type': type,
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  })

/** Builds a policy that allows the inline style and the directives in `more`. It forbids everything else. */
const buildPolicy = (style: string, more: readonly string[]) =>
  [
    `default-src 'none'`,
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    ...more,
    `form-action 'none'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')

const guidePolicy = buildPolicy(guideCss, [`script-src 'self'`, `img-src 'self'`])

/** Builds the policy of the API reference. The pages connect to this origin only if they have the console. */
const referencePolicy = (canTry: boolean) =>
  buildPolicy(css, [`script-src 'self'`, ...(canTry ? [`connect-src 'self'`] : [])])
