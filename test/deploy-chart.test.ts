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
  const required = {
    trustedProxies: '10.0.0.0/8',
    image: { repository: 'registry.example/bestow' },
  }
  const values = withValues(read('values.yaml'), {
    ...required,
    ...overrides,
    image: { ...required.image, ...(overrides.image ?? {}) },
  })
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
  database: { ca: { name: 'gifts-db-ca' } },
  autoscaling: { enabled: true },
  keda: { enabled: true },
  ingress: { className: 'nginx', annotations: { a: 'b' }, tls: [{ secretName: 'tls' }] },
  networkPolicy: { enabled: true },
  podMonitor: { enabled: true },
  backup: { enabled: true },
}

const findByName = (manifests: Manifest[], kind: string, name: string) =>
  manifests.find((each) => each.kind === kind && each.metadata.name === name) ??
  assert.fail(`${kind} ${name}`)

const findContainer = (manifests: Manifest[], deployment: string) =>
  findByName(manifests, 'Deployment', deployment).spec.template.spec.containers[0]

/** Returns whether a manifest is a resource of an operator. Kubernetes has no schema of these resources. */
const isCustomResource = ({ apiVersion }: Manifest) => /keda|coreos/.test(apiVersion)

/** Loads the class that validates a kind of manifest. */
async function loadModel({ apiVersion, kind }: Manifest) {
  const { [kind]: Model } = await import(`kubernetes-models/${apiVersion}/${kind}`)
  return Model ?? assert.fail(`no schema of ${apiVersion} ${kind}`)
}

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
      'PodDisruptionBudget', 'PodMonitor', 'ScaledObject', 'Service', 'ServiceAccount',
    ])
    for (const { apiVersion, metadata } of render(allOptions)) {
      assert.match(apiVersion, /v\d/)
      assert.equal(metadata.labels['app.kubernetes.io/instance'], 'gifts')
    }
  })

  it('renders manifests that are valid by the schemas of Kubernetes', async () => {
    for (const options of [{}, allOptions, { ...allOptions, split: true }])
      for (const manifest of render(options)) {
        if (isCustomResource(manifest)) continue
        const Model = await loadModel(manifest)
        assert.doesNotThrow(
          () => new Model(manifest).validate(),
          `${manifest.kind} ${manifest.metadata.name}`,
        )
      }
    const invalid = findByName(render(), 'Deployment', 'gifts-worker')
    invalid.spec.replicas = 'two'
    const Model = await loadModel(invalid)
    assert.throws(() => new Model(invalid).validate(), /replicas/)
  })

  it('reads each secret from its own Secret and key', () => {
    const secrets = {
      databaseUrl: { name: 'gifts-db-app', key: 'uri' },
      databaseDirectUrl: { name: 'gifts-db-app', key: 'direct' },
      databaseReadUrl: { name: 'gifts-db-app', key: 'read' },
      secretKey: { key: 'encryption-key' },
    }
    const readRefs = (overrides: Record<string, unknown>) =>
      Object.fromEntries(
        findContainer(render(overrides), 'gifts-worker').env.flatMap(
          ({ name, valueFrom }: Manifest) =>
            valueFrom ? [[name, Object.values(valueFrom.secretKeyRef).join(' ')]] : [],
        ),
      )
    assert.deepEqual(readRefs({}), {
      BESTOW_DATABASE_URL: 'bestow database-url',
      BESTOW_SECRET_KEY: 'bestow secret-key',
      BESTOW_SMTP_URL: 'bestow smtp-url',
    })
    assert.deepEqual(readRefs({ secrets, database: { pooler: true }, mail: { enabled: false } }), {
      BESTOW_DATABASE_URL: 'gifts-db-app uri',
      BESTOW_DATABASE_DIRECT_URL: 'gifts-db-app direct',
      BESTOW_DATABASE_READ_URL: 'gifts-db-app read',
      BESTOW_SECRET_KEY: 'bestow encryption-key',
    })
  })

  it('verifies the certificate of the database with a CA from a Secret', () => {
    const manifests = render(allOptions)
    for (const { name, spec } of findPods(manifests)) {
      const [{ env, volumeMounts }] = spec.containers
      const values = Object.fromEntries(env.map((each: Manifest) => [each.name, each.value]))
      assert.equal(values.PGSSLMODE, 'verify-full', name)
      assert.equal(values.NODE_EXTRA_CA_CERTS, '/etc/bestow/database-ca.crt', name)
      assert.ok(
        volumeMounts.some(({ mountPath }: Manifest) => mountPath === '/etc/bestow'),
        name,
      )
      const volume = spec.volumes.find((each: Manifest) => each.name === 'database-ca')
      assert.deepEqual(volume.secret, {
        secretName: 'gifts-db-ca',
        items: [{ key: 'ca.crt', path: 'database-ca.crt' }],
      })
    }
  })

  it('serves the API and the pages from deployments of their own on request', () => {
    const manifests = render({ split: true })
    const roles = manifests
      .filter(({ kind }) => kind === 'Deployment')
      .map(({ spec }) => spec.template.spec.containers[0].args.at(-1))
    assert.deepEqual(roles.sort(), ['api', 'web', 'worker'])
    const { paths } = findByName(manifests, 'Ingress', 'gifts').spec.rules[0].http
    assert.deepEqual(
      paths.map(({ path, backend }: Manifest) => [path, backend.service.name]),
      [
        ['/api', 'gifts-api'],
        ['/mcp', 'gifts-api'],
        ['/', 'gifts-web'],
      ],
    )
    for (const component of ['api', 'web']) {
      const { selector } = findByName(manifests, 'Service', `gifts-${component}`).spec
      assert.equal(selector['app.kubernetes.io/component'], component)
    }
  })

  it('scales the workers by the age of the oldest delivery', async () => {
    const manifests = render({ keda: { enabled: true } })
    const { spec } = findByName(manifests, 'ScaledObject', 'gifts-worker')
    const [{ metadata, metricType }] = spec.triggers
    const [, metric] =
      /^max\((\w+)\{namespace="default", pod=~"gifts-\.\*"\}\)$/.exec(metadata.query) ?? []
    assert.ok(
      readFileSync(join(import.meta.dirname, '../src/app/metrics.ts'), 'utf8').includes(
        `'${metric}'`,
      ),
    )
    assert.equal(metricType, 'Value')
    assert.equal(spec.scaleTargetRef.name, 'gifts-worker')
    assert.equal(findByName(manifests, 'Deployment', 'gifts-worker').spec.replicas, undefined)
    assert.equal(findByName(manifests, 'Deployment', 'gifts-front').spec.replicas, 2)
  })

  it('requires the trusted proxies', () => {
    assert.equal(validate(parse(read('values.yaml'))), false)
    const values = parse(read('values.yaml'))
    assert.throws(
      () =>
        chart.render({
          Values: { ...values, image: { repository: 'registry.example/bestow' } },
          Chart: {},
          Release: { Name: 'a' },
        }),
      /trustedProxies is required/,
    )
    const renderEnv = (overrides: Record<string, unknown>) =>
      findContainer(render(overrides), 'gifts-front').env
    const isTrustedProxies = ({ name }: { name: string }) => name === 'BESTOW_TRUSTED_PROXIES'
    assert.equal(renderEnv({}).find(isTrustedProxies).value, '10.0.0.0/8')
    assert.equal(renderEnv({ trustedProxies: 'none' }).find(isTrustedProxies), undefined)
  })

  it('requires the name of the image, because no image is published', () => {
    const { image, ...values } = parse(read('values.yaml'))
    assert.equal(validate({ ...values, image, trustedProxies: 'none' }), false)
    assert.throws(
      () => chart.render({ Values: { ...values, image }, Chart: {}, Release: { Name: 'a' } }),
      /image.repository is required/,
    )
    const [pod] = findPods(render({ image: { tag: '7' } }))
    assert.equal(pod?.spec.containers[0].image, 'registry.example/bestow:7')
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
    const ports = findByName(manifests, 'Service', 'gifts-front').spec.ports
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

  it('has values for the example with CloudNativePG', () => {
    const example = (name: string) => readFileSync(join(folder, '../../kubernetes', name), 'utf8')
    const manifests = render(parse(example('values-cloudnative-pg.yaml')))
    const clusters = parseAllDocuments(example('cloudnative-pg.yaml')).map((each) => {
      assert.deepEqual(each.errors, [])
      return each.toJS()
    })
    assert.deepEqual(
      clusters.map(({ kind }) => kind),
      ['Cluster', 'ObjectStore', 'ScheduledBackup', 'Pooler'],
    )
    const [{ metadata, spec }, store, ...others] = clusters
    for (const other of others) assert.equal(other.spec.cluster.name, metadata.name)
    assert.equal(spec.plugins[0].parameters.barmanObjectName, store.metadata.name)
    const url = findContainer(manifests, 'gifts-api').env.find(
      ({ name }: Manifest) => name === 'BESTOW_DATABASE_URL',
    )
    assert.equal(url.valueFrom.secretKeyRef.name, `${metadata.name}-app`)
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
