import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecureContext, type SecureContext } from 'node:tls'
import { createCertificateFor } from '#test/named-certificate'

/**
 * A TLS proxy of an operator that gets a certificate for a name after it has asked the service (on-demand TLS): Caddy with the
 * configuration of docs/self-hosting.md where it is installed, and otherwise one of Node's own that asks in the same way.
 */
export interface OnDemandProxy {
  kind: 'caddy' | 'node'
  close(): Promise<void>
}

const caddy = '/usr/bin/caddy'

/** Finds a free port. The address of the service contains it before the proxy starts. */
export async function findFreePort(): Promise<number> {
  const server = createTcpServer()
  const port = await listen(server, 0)
  await new Promise((resolve) => server.close(resolve))
  return port
}

const listen = (server: Server, port: number) =>
  new Promise<number>((resolve) =>
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  )

/** Starts the proxy. It has a certificate for `ownName`, the host of the service, without asking. */
export const startOnDemandProxy = (
  port: number,
  upstream: URL,
  ownName?: string,
): Promise<OnDemandProxy> =>
  existsSync(caddy) ? startCaddy(port, upstream, ownName) : startNodeProxy(port, upstream, ownName)

async function startCaddy(port: number, upstream: URL, ownName?: string): Promise<OnDemandProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'bestow-caddy-'))
  const file = join(folder, 'Caddyfile')
  writeFileSync(
    file,
    `{
	admin off
	auto_https disable_redirects
	skip_install_trust
	on_demand_tls {
		ask ${upstream.origin}/hosts/ask
	}
}

https://:${port} {
	bind 127.0.0.1
	tls {
		issuer internal
		on_demand
	}
	reverse_proxy ${upstream.host}
}
${
  ownName === undefined
    ? ''
    : `
https://${ownName}:${port} {
	bind 127.0.0.1
	tls internal
	reverse_proxy ${upstream.host}
}
`
}`,
  )
  const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, HOME: folder }
  const child = spawn(caddy, ['run', '--config', file, '--adapter', 'caddyfile'], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk) => {
      if (String(chunk).includes('serving initial configuration')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`caddy ended with ${code}`)))
  })
  return {
    kind: 'caddy',
    async close() {
      child.kill()
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function startNodeProxy(
  port: number,
  upstream: URL,
  ownName?: string,
): Promise<OnDemandProxy> {
  const contexts = new Map<string, SecureContext>()
  if (ownName !== undefined)
    contexts.set(ownName, createSecureContext(createCertificateFor(ownName)))
  const findContext = async (name: string): Promise<SecureContext> => {
    const known = contexts.get(name)
    if (known !== undefined) return known
    const { ok } = await fetch(
      `${upstream.origin}/hosts/ask?${new URLSearchParams({ domain: name })}`,
    )
    if (!ok) throw new Error(`no certificate for ${name}`)
    const context = createSecureContext(createCertificateFor(name))
    contexts.set(name, context)
    return context
  }
  const server = createServer({
    SNICallback: (name, done) => {
      findContext(name).then((context) => done(null, context), done)
    },
  })
  server.on('request', (from, to) => {
    const { method, url = '/' } = from
    const headers = { ...from.headers, 'x-forwarded-for': from.socket.remoteAddress }
    const target = request(new URL(url, upstream), { method, headers }, (response) => {
      to.writeHead(response.statusCode ?? 502, response.rawHeaders)
      response.pipe(to)
    })
    target.on('error', () => to.destroy())
    from.pipe(target)
  })
  await listen(server, port)
  return {
    kind: 'node',
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
