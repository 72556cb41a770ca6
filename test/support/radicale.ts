import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { davUser } from './carddav-server.ts'
import { eventually } from './eventually.ts'
import type { RosterService } from './roster-kit.ts'

/** Whether Radicale is installed, as with Debian's package of this name. */
export const hasRadicale = spawnSync('radicale', ['--version'], { stdio: 'ignore' }).status === 0

const book = '/dana/team/'
const makeBook = `<?xml version="1.0"?><mkcol xmlns="DAV:" xmlns:A="urn:ietf:params:xml:ns:carddav"><set><prop>
  <resourcetype><collection/><A:addressbook/></resourcetype><displayname>Team</displayname></prop></set></mkcol>`

/** Starts Radicale with an address book without cards. */
export async function startRadicale(
  writeCard: (id: string, name: string, email: string) => string,
): Promise<RosterService> {
  const folder = mkdtempSync(join(tmpdir(), 'radicale-'))
  const { user, password } = davUser
  writeFileSync(join(folder, 'users'), `${user}:${password}\n`)
  const port = await findFreePort()
  const config = join(folder, 'config')
  writeFileSync(
    config,
    `[server]\nhosts = 127.0.0.1:${port}\n[auth]\ntype = htpasswd\nhtpasswd_filename = ${folder}/users\nhtpasswd_encryption = plain\n[storage]\nfilesystem_folder = ${folder}/data\n`,
  )
  const server = spawn('radicale', ['--config', config], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const send = async (method: string, path: string, body?: string, type = 'text/vcard') => {
    const headers = { authorization, ...(body !== undefined && { 'content-type': type }) }
    const response = await fetch(url + path, {
      method,
      headers,
      ...(body !== undefined && { body }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`)
  }
  const isReady = () =>
    send('MKCOL', book, makeBook, 'text/xml').then(
      () => true,
      () => false,
    )
  await eventually(isReady).catch((error: unknown) => {
    server.kill()
    throw error
  })
  return {
    url,
    put: (id, name, email) => send('PUT', `${book}${id}.vcf`, writeCard(id, name, email)),
    remove: (id) => send('DELETE', `${book}${id}.vcf`),
    async forget() {
      rmSync(join(folder, `data/collection-root${book}.Radicale.cache/sync-token`), {
        recursive: true,
      })
    },
    async close() {
      server.kill()
      await once(server, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}
