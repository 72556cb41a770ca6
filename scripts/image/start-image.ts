import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '#scripts/demo/processes'
import { eventually } from '#test/eventually'
import { createEmptyDatabase } from '#test/throwaway-database'

/** The members of an image's configuration that say how it starts. */
interface ImageConfig {
  User: string
  Env: string[]
  Entrypoint: string[]
  Cmd: string[]
  WorkingDir: string
}

/** The files that any instance serves: the health check, the web app, a guide, and a package for integrators. */
const paths = ['/healthz', '/', '/docs/quick-start', '/docs/sdk.tgz']

/** Makes everything read-only but /tmp, and starts the command as the user of the image. */
const startScript = `set -e
mount --bind "$1" /mnt
mount --rbind /dev /mnt/dev
mount -t proc proc /mnt/proc
mount -o remount,bind,ro /mnt
mount -t tmpfs tmpfs /mnt/tmp
user="$2" folder="$3"
shift 3
exec chroot --userspec="$user:$user" /mnt sh -c 'cd "$1" && shift && exec "$@"' sh "$folder" "$@"`

/**
 * Starts an image with an empty database, and loads one file of each kind. Returns the milliseconds until it is ready.
 * Needs root, because it creates a mount namespace.
 *
 * @param run  runs a program and returns its output
 */
export async function startImage(
  image: string,
  run: (program: string, ...args: string[]) => string,
): Promise<number> {
  const inspected: { OCIv1: { config: ImageConfig } } = JSON.parse(
    run('buildah', 'inspect', '--type', 'image', image),
  )
  const { User, Env, Entrypoint, Cmd, WorkingDir } = inspected.OCIv1.config
  const container = run('buildah', 'from', '--pull-never', image)
  const folder = run('buildah', 'mount', container)
  const { url, drop } = await createEmptyDatabase()
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const env = Object.fromEntries(Env.map((each) => each.split(/=(.*)/s).slice(0, 2)))
  const startedAt = performance.now()
  const child = spawn(
    'unshare',
    ['--mount', 'sh', '-c', startScript, 'sh', folder, User, WorkingDir, ...Entrypoint, ...Cmd],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...env,
        PORT: String(port),
        BESTOW_LOG_LEVEL: 'warn',
        BESTOW_ORIGIN: 'https://gifts.example.com',
        BESTOW_DATABASE_URL: url,
        BESTOW_SECRET_KEY: `own:${Buffer.alloc(32, 9).toString('base64')}`,
      },
    },
  )
  try {
    await eventually(
      async () =>
        child.exitCode !== null ||
        (await fetch(`${origin}/readyz`).catch(() => undefined))?.ok === true,
      { timeoutMs: 120_000, intervalMs: 50, message: 'the image is ready' },
    )
    const ms = Math.round(performance.now() - startedAt)
    for (const path of paths) {
      const { status } = await fetch(`${origin}${path}`)
      if (status !== 200) throw new Error(`The image answers ${path} with ${status}.`)
    }
    return ms
  } finally {
    // tini passes SIGTERM to the service.
    if (child.exitCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    await drop()
    run('buildah', 'rm', container)
  }
}
