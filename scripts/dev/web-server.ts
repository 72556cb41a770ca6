import { realpathSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { createServer, type ViteDevServer } from 'vite'
import { root } from '../steps.ts'
import { iconsAlias, webFolder } from '../web/build.ts'
import { messagesPlugin } from '../web/messages-plugin.ts'

export interface WebServer extends Pick<ViteDevServer, 'middlewares' | 'watcher' | 'close'> {
  /** Renders the page of the web app, which loads its modules from Vite. */
  renderPage(url: string, nonce: string): Promise<string>
  /** Reloads the open pages of the web app. */
  reloadPages(): void
}

/** The cache of Vite. It is outside node_modules, so that an installation does not delete it. */
const cacheDir = join(root, '.bestow/vite')
const noncePlaceholder = '%NONCE%'

/** Creates a Vite server as middleware. Its WebSocket, which sends the updates, uses the port of `server`. */
export async function createWebServer(server: Server): Promise<WebServer> {
  const vite = await createServer({
    configFile: false,
    root: webFolder,
    appType: 'custom',
    cacheDir,
    clearScreen: false,
    plugins: [react(), messagesPlugin],
    resolve: { alias: iconsAlias },
    html: { cspNonce: noncePlaceholder },
    // Scans all pages in advance. Otherwise the first visit of a page could find a
    // new library and reload the page.
    optimizeDeps: { entries: ['index.html', 'src/**/*.{ts,tsx}'] },
    server: {
      middlewareMode: true,
      ws: { server },
      fs: {
        allow: [
          webFolder,
          join(root, 'src/platform/tables'),
          join(root, 'src/platform/messages'),
          join(root, 'src/contract'),
          join(root, 'locales'),
          realpathSync(join(root, 'node_modules')),
          cacheDir,
        ],
      },
    },
  })
  return {
    middlewares: vite.middlewares,
    watcher: vite.watcher,
    close: () => vite.close(),
    async renderPage(url, nonce) {
      const page = await readFile(join(webFolder, 'index.html'), 'utf8')
      const html = await vite.transformIndexHtml(url, page)
      return html.replaceAll(noncePlaceholder, nonce)
    },
    reloadPages: () => vite.environments.client.hot.send({ type: 'full-reload' }),
  }
}
