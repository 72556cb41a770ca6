import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, it } from 'node:test'
import { Ajv } from 'ajv'
import { parse, parseAllDocuments } from 'yaml'
import { Chart, withValues } from '#test/helm-renderer'

const folder = join(import.meta.dirname, '../deploy/helm/bestow')
const read = (path: string) => readFileSync(join(folder, path), 'utf8')
const files = globSync('templates/*', { cwd: folder }).sort()
const chart = new Chart(
  Object.fromEntries(files.map((path) => [basename(path), read(path).toString()])),
)
const validate = new Ajv({ strict: false }).compile(JSON.parse(read('values.schema.json')))

// biome-ignore lint/suspicious/noExplicitAny: manifests have many kinds
type Manifest = any

function render(overrides: Record<string, unknown> = {}): Manifest[] {
  const values = withValues(read('values.yaml'), { trustedProxies: '10.0.0.0/8', ...overrides })
  assert.ok(validate(values), JSON.stringify(validate.errors))
  const rendered = chart.render({
    Values: values,
    Chart: { AppVersion: parse(read('Chart.yaml')).appVersion },
    Release: { Name: 'gifts', Namespace: 'default', Service: 'Helm' },
  })
  return Object.entries(rendered)
    .filter(([name]) => name.endsWith('.yaml'))
    .flatMap(([name, text]) =>
      parseAllDocuments(text).flatMap((document) => {
        assert.deepEqual(document.errors, [], name)
        return document.toJS() ?? []
      }),
    )
}

const allOptions = {
  imagePullSecrets: [{ name: 'registry' }],
  env: { BESTOW_LOG_LEVEL: 'warn' },
  extraEnv: [{ name: 'BESTOW_MCP', value: 'true' }],
  envFrom: [{ secretRef: { name: 'more' } }],
  serviceAccount: { annotations: { a: 'b' } },
  nodeSelector: { disk: 'ssd' },
  tolerations: [{ key: 'a', operator: 'Exists' }],
  affinity: { podAntiAffinity: {} },
  autoscaling: { enabled: true },
  ingress: { className: 'nginx', annotations: { a: 'b' }, tls: [{ secretName: 'tls' }] },
  networkPolicy: { enabled: true },
  podMonitor: { enabled: true },
  backup: { enabled: true },
}

const findByName = (manifests: Manifest[], kind: string, name: string) =>
  manifests.find((each) => each.kind === kind && each.metadata.name === name) ??
  assert.fail(`${kind} ${name}`)

const findPods = (manifests: Manifest[]) =>
  manifests.flatMap(({ kind, spec, metadata }) => {
    if (kind === 'Deployment' || kind === 'Job') return [{ name: metadata.name, ...spec.template }]
    return kind === 'CronJob' ? [{ name: metadata.name, ...spec.jobTemplate.spec.template }] : []
  })

describe('the Helm chart', () => {
  it('renders manifests with default values and with all options enabled', () => {
    const kinds = (manifests: Manifest[]) => [...new Set(manifests.map(({ kind }) => kind))].sort()
    // biome-ignore format: one list
    assert.deepEqual(kinds(render()), [
      'Deployment', 'Ingress', 'Job', 'PodDisruptionBudget', 'Service', 'ServiceAccount',
    ])
    // biome-ignore format: one list
    assert.deepEqual(kinds(render(allOptions)), [
      'CronJob', 'Deployment', 'HorizontalPodAutoscaler', 'Ingress', 'Job', 'NetworkPolicy',
      'PodDisruptionBudget', 'PodMonitor', 'Service', 'ServiceAccount',
    ])
    for (const { apiVersion, metadata } of render(allOptions)) {
      assert.match(apiVersion, /v\d/)
      assert.equal(metadata.labels['app.kubernetes.io/instance'], 'gifts')
    }
  })

  it('requires the trusted proxies', () => {
    assert.equal(validate(parse(read('values.yaml'))), false)
    const values = parse(read('values.yaml'))
    assert.throws(
      () => chart.render({ Values: values, Chart: {}, Release: { Name: 'a' } }),
      /trustedProxies is required/,
    )
    const renderEnv = (overrides: Record<string, unknown>) =>
      findByName(render(overrides), 'Deployment', 'gifts-front').spec.template.spec.containers[0]
        .env
    const isTrustedProxies = ({ name }: { name: string }) => name === 'BESTOW_TRUSTED_PROXIES'
    assert.equal(renderEnv({}).find(isTrustedProxies).value, '10.0.0.0/8')
    assert.equal(renderEnv({ trustedProxies: 'none' }).find(isTrustedProxies), undefined)
  })

  it('renders pods that satisfy the restricted Pod Security Standard', () => {
    const pods = findPods(render(allOptions))
    assert.deepEqual(pods.map(({ name }) => name).sort(), [
      'gifts-backup',
      'gifts-front',
      'gifts-migrate',
      'gifts-worker',
    ])
    for (const { name, spec } of pods) {
      assert.equal(spec.securityContext.seccompProfile.type, 'RuntimeDefault', name)
      assert.equal(spec.automountServiceAccountToken, false, name)
      assert.deepEqual(spec.imagePullSecrets, [{ name: 'registry' }], name)
      const volumes = spec.volumes.map((volume: { name: string }) => volume.name)
      for (const container of spec.containers) {
        const { securityContext, resources, volumeMounts, env, envFrom } = container
        assert.deepEqual(
          [
            securityContext.runAsNonRoot,
            securityContext.allowPrivilegeEscalation,
            securityContext.capabilities.drop,
          ],
          [true, false, ['ALL']],
        )
        assert.ok(resources.requests && resources.limits, name)
        for (const mount of volumeMounts) assert.ok(volumes.includes(mount.name), name)
        const names = env.map((each: { name: string }) => each.name)
        assert.equal(new Set(names).size, names.length, name)
        assert.ok(names.includes('BESTOW_MCP') && names.includes('BESTOW_LOG_LEVEL'), name)
        assert.deepEqual(envFrom, [{ secretRef: { name: 'more' } }])
      }
    }
  })

  it('delays the shutdown of a pod until it is drained', () => {
    const { spec } = findByName(render({ drainSeconds: 7 }), 'Deployment', 'gifts-front').spec
      .template
    const [{ lifecycle, env }] = spec.containers
    assert.deepEqual(lifecycle.preStop.exec.command, ['sleep', '5'])
    const delay = env.find(({ name }: { name: string }) => name === 'BESTOW_DRAIN_DELAY').value
    assert.equal(delay, '7s')
    assert.ok(spec.terminationGracePeriodSeconds >= 5 + 7 + 30)
  })

  it('exposes the metrics port to the PodMonitor, but not to Service and Ingress', () => {
    const manifests = render(allOptions)
    const ports = findByName(manifests, 'Service', 'gifts').spec.ports
    assert.deepEqual(ports, [{ name: 'http', port: 80, targetPort: 'http' }])
    const monitor = findByName(manifests, 'PodMonitor', 'gifts').spec.podMetricsEndpoints
    assert.deepEqual(monitor, [{ port: 'ops', path: '/metrics' }])
    const { spec } = findByName(manifests, 'Deployment', 'gifts-worker').spec.template
    assert.deepEqual(
      spec.containers[0].ports.map(({ name }: { name: string }) => name),
      ['http', 'ops'],
    )
  })

  it('runs the migration hook without the service account, which is created later', () => {
    assert.equal(
      findByName(render(), 'Job', 'gifts-migrate').spec.template.spec.serviceAccountName,
      undefined,
    )
    const values = { serviceAccount: { create: false, name: 'mine' } }
    const { spec } = findByName(render(values), 'Deployment', 'gifts-front').spec.template
    assert.equal(spec.serviceAccountName, 'mine')
  })

  it('rejects invalid and unknown values', () => {
    for (const invalidValues of [
      { serviceMonitor: {} },
      { stage: 'prod' },
      { origin: 'gifts.example.com' },
    ])
      assert.throws(() => render(invalidValues), assert.AssertionError)
  })
})
