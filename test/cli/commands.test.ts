import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { packageVersion } from '#sdk/generated/package-version'
import { createTestApp, giftBody } from '#test/api-harness'
import { createCliRunner } from '#test/cli-runner'
import { pluck } from '#test/pluck'

const testApp = await createTestApp()
const origin = await testApp.listen()
const env = { BESTOW_API_URL: origin, BESTOW_API_TOKEN: testApp.token }
const cli = createCliRunner(env)
const campaign = testApp.campaign('email').id
const recipientArgs = ['--first-name', 'Ada', '--last-name', 'Larkin']

let recipientCount = 0
const mail = () => `cli.${++recipientCount}@example.com`
const createGift = async () => (await testApp.api.post('/gift_requests', giftBody(testApp))).json

describe('gifts', () => {
  it('create, advance, list and cancel gifts', async () => {
    const email = mail()
    const args = ['gifts', 'create', '--campaign', campaign, ...recipientArgs, '--email', email]
    const gift = await cli.json(...args, '--metadata', 'team=blue', 'cost=a=b')
    assert.deepEqual(gift.metadata, { team: 'blue', cost: 'a=b' })
    await testApp.advanceTime()
    const moved = await cli.json('gifts', 'advance', gift.id, '--to', 'redeemed')
    assert.equal(moved.status, 'redeemed')
    const { data: moves } = await cli.json('gifts', 'history', gift.id)
    assert.equal(moves.at(-1).to, 'redeemed')
    assert.equal((await cli.json('gifts', 'cancel', gift.id)).status, 'cancelled')
    const { data } = await cli.json('gifts', 'list', '--email', email, '--status', 'cancelled')
    assert.deepEqual(pluck(data, 'id'), [gift.id])
    const { out } = await cli.run('gifts', 'get', gift.id)
    assert.match(out, new RegExp(gift.reference))
  })

  it('create one gift per idempotency key, and none in a dry run', async () => {
    const email = mail()
    const args = ['gifts', 'create', '--campaign', campaign, ...recipientArgs, '--email', email]
    assert.deepEqual(await cli.json(...args, '--dry-run'), { dry_run: true, valid: 1 })
    const key = ['--idempotency-key', crypto.randomUUID()]
    const first = await cli.json(...args, ...key)
    assert.equal((await cli.json(...args, ...key)).id, first.id)
    const { data } = await cli.json('gifts', 'list', '--email', email)
    assert.equal(data.length, 1)
  })

  it('print all errors of the API at once', async () => {
    const errors = await cli.runRejected('gifts', 'create', '--first-name', 'Ada')
    const params = errors.map(({ param }) => param)
    assert.deepEqual(params.sort(), ['campaign_id', 'recipient.email', 'recipient.last_name'])
    const [unknown] = await cli.runRejected('gifts', 'get', crypto.randomUUID())
    assert.deepEqual([unknown.type, unknown.code], ['not_found_error', 'not_found'])
    const [state] = await cli.runRejected(
      'gifts',
      'advance',
      (await createGift()).id,
      '--to',
      'lost',
    )
    assert.equal(state.param, 'to')
  })

  it('create a gift from a JSON body', async () => {
    cli.input = Buffer.from(JSON.stringify(giftBody(testApp)))
    assert.equal((await cli.json('gifts', 'create', '--body', '-')).status, 'submitted')
    cli.input = Buffer.from('{')
    assert.equal((await cli.runRejected('gifts', 'create', '--body', '-'))[0].code, 'invalid_json')
  })
})

describe('a gift that was sent', () => {
  it('is extended, corrected and sent again', async () => {
    const { json: gift } = await testApp.api.post('/gift_requests', giftBody(testApp))
    await testApp.advanceTime()
    const details = await cli.json('gifts', 'details', gift.id)
    await cli.json('gifts', 'extend', gift.id, '--days', '3', '--dry-run')
    assert.deepEqual(await cli.json('gifts', 'details', gift.id), details)
    await cli.json('gifts', 'extend', gift.id, '--days', '3')
    const extended = await cli.json('gifts', 'details', gift.id)
    const days = Date.parse(extended.expires_at) - Date.parse(details.expires_at)
    assert.equal(days, 3 * 24 * 60 * 60 * 1000)
    const corrected = await cli.json('gifts', 'correct-email', gift.id, '--email', 'x@example.com')
    assert.equal(corrected.recipient.email, 'x@example.com')
    const { redemption_url } = await cli.json('gifts', 'reissue-link', gift.id)
    assert.notEqual(redemption_url, corrected.redemption_url)
    assert.deepEqual((await cli.json('gifts', 'parcels', gift.id)).data, [])
    assert.equal((await cli.runRejected('gifts', 'remind', gift.id))[0].code, 'invalid_transition')
    await cli.json('gifts', 'advance', gift.id, '--to', 'expired')
    const { reissued_from } = await cli.json('gifts', 'send-again', gift.id)
    assert.equal(reissued_from.id, gift.id)
    const { out } = await cli.run('gifts', 'details', gift.id)
    assert.match(stripVTControlCharacters(out), /state +expired/)
  })

  it('is extended by days or until a time', async () => {
    const [error] = await cli.runRejected('gifts', 'extend', 'x', '--days', 'many')
    assert.match(error.message, /whole number/)
  })
})

describe('a CSV file of gifts', () => {
  const lines = (count: number) =>
    Array.from({ length: count }, () => `Ada,"Larkin, née Bee",${mail()},x`)
  const writeCsv = (rows: readonly string[], head = 'first_name,last_name,email,metadata.team') => {
    const path = join(cli.folder, `${crypto.randomUUID()}.csv`)
    writeFileSync(path, `\ufeff${[head, ...rows].join('\r\n')}\r\n`)
    return path
  }
  const send = ['gifts', 'create', '--campaign', campaign, '--csv']
  const countGifts = async () => (await cli.json('gifts', 'list', '--limit', '1000')).data.length

  it('is sent in batches with a progress bar, and only once however often the command runs', async () => {
    const path = writeCsv(lines(205))
    const before = await countGifts()
    assert.equal((await cli.json(...send, path, '--dry-run')).valid, 205)
    assert.equal(await countGifts(), before)
    const { created, ids } = await cli.json(...send, path)
    assert.deepEqual([created, ids.length], [205, 205])
    assert.ok(cli.progress.some((text) => /sending █+░* 100 of 205/.test(text)))
    assert.equal(cli.progress.at(-1), '', 'the progress bar is removed')
    const repeated = await cli.json(...send, path)
    assert.deepEqual([repeated.created, repeated.created_before], [0, 205])
    assert.deepEqual(repeated.ids, ids)
    assert.equal(await countGifts(), before + 205)
    const { metadata, recipient } = await cli.json('gifts', 'get', ids[204])
    assert.deepEqual([metadata, recipient.last_name], [{ team: 'x' }, 'Larkin, née Bee'])
  })

  it('continues after an interruption, even if a response was lost', async () => {
    const path = writeCsv(lines(150))
    const before = await countGifts()
    let posts = 0
    const { fetch: realFetch } = globalThis
    globalThis.fetch = async (input, init) => {
      const response = await realFetch(input, init)
      const isSend = String(input).endsWith('/batch')
      // The service processes the second batch, but its response is lost, also for each retry.
      if (isSend && ++posts >= 2) throw new TypeError('connection lost')
      return response
    }
    try {
      const [error] = await cli.runRejected(...send, path)
      assert.match(error.message, /100 of 150 gifts were sent/)
    } finally {
      globalThis.fetch = realFetch
    }
    assert.equal(await countGifts(), before + 150)
    const { created, created_before, ids } = await cli.json(...send, path)
    assert.deepEqual([created, created_before, ids.length], [50, 100, 150])
    assert.equal(await countGifts(), before + 150, 'no recipient got two gifts')
  })

  it('is sent a second time only with --again', async () => {
    const path = writeCsv(lines(1))
    const { ids } = await cli.json(...send, path)
    assert.notDeepEqual((await cli.json(...send, path, '--resend')).ids, ids)
  })

  it('with an invalid row sends nothing, and names the invalid rows', async () => {
    const rows = lines(120)
    rows[3] = 'Ada,,nowhere,x'
    rows[110] = 'Ada,Larkin,,x'
    const before = await countGifts()
    const errors = await cli.runRejected(...send, writeCsv(rows))
    assert.deepEqual(pluck(errors, 'param'), [
      'row 4 recipient.last_name',
      'row 4 recipient.email',
      'row 111 recipient.email',
    ])
    assert.equal(await countGifts(), before)
  })

  it('must have known columns', async () => {
    const [error] = await cli.runRejected(...send, writeCsv(['Ada,x'], 'first_name;shoe_size'))
    assert.deepEqual([error.code, error.param], ['unknown_parameter', 'shoe_size'])
    assert.equal((await cli.runRejected(...send, writeCsv([])))[0].code, 'required')
    assert.match((await cli.runRejected(...send, '/nowhere.csv'))[0].message, /cannot be read/)
  })

  it('may contain campaigns, addresses and items', async () => {
    const direct = testApp.campaign('sender_provided_address')
    const variant = direct.products[0]?.variants[0]?.id ?? ''
    const head =
      'campaign_id\tfirst_name\tlast_name\temail\tname\tline_1\tcity\tpostal_code\tcountry\tvariant_id\tquantity'
    const row = `${direct.id}\tAda\tLarkin\t${mail()}\tAda Larkin\tUnter den Linden 1\tBerlin\t10117\tDE\t${variant}\t2`
    const { ids } = await cli.json('gifts', 'create', '--csv', writeCsv([row], head))
    const gift = await cli.json('gifts', 'get', ids[0])
    assert.deepEqual([gift.line_items[0].quantity, gift.shipping_address.city], [2, 'Berlin'])
  })
})

describe('events', () => {
  it('are triggered one by one or all together', async () => {
    for (const name of ['created', 'redeemed', 'dispatched', 'delivered', 'cancelled']) {
      const { data } = await cli.json('trigger', name)
      assert.equal(data.length, 1)
      const event = (await testApp.api.get(`/events/${data[0].id}`)).json
      assert.equal(event.type, `gift_request_${name}`)
      assert.equal(event.gift_request_id, data[0].gift_request_id)
    }
    const { data } = await cli.json('trigger', '--all')
    assert.deepEqual(
      data.map(({ type }: { type: string }) => type.replace('gift_request_', '')),
      ['created', 'redeemed', 'dispatched', 'delivered', 'created', 'cancelled'],
    )
    assert.equal((await cli.run('trigger')).code, 1)
    assert.equal((await cli.run('trigger', 'lost')).code, 1)
  })

  it('are not triggered in production, where gifts are real', async () => {
    const real = await createTestApp({ stage: 'production' })
    const live = createCliRunner({
      BESTOW_API_URL: await real.listen(),
      BESTOW_API_TOKEN: real.token,
    })
    const before = await real.countEvents()
    assert.equal((await live.runRejected('trigger', 'created'))[0].code, 'not_allowed')
    assert.equal((await live.runRejected('listen', '--forward-to', '1'))[0].code, 'not_allowed')
    assert.equal(await real.countEvents(), before)
    const listening = live.start('listen', '--forward-to', '1', '--production', '--json')
    await listening.waitForLine((line) => line.listening !== undefined)
    await listening.stop()
  })

  it('are printed as they happen', async () => {
    const tail = cli.start('logs', 'tail', '--since', '1s', '--events', 'created', '--json')
    const { id, reference } = await createGift()
    const line = await tail.waitForLine(({ gift_request_id }) => gift_request_id === id)
    assert.deepEqual([line.reference, line.status], [reference, 'submitted'])
    assert.equal((await tail.stop()).code, 0)
  })

  it('that are due later happen when the clock advances', async () => {
    const { now } = await cli.json('clock', 'advance', '2h')
    assert.ok(Date.parse(now) > Date.now() + 7_000_000)
    assert.equal((await cli.runRejected('clock', 'advance', 'soon'))[0].param, 'by')
  })
})

describe('the raw API', () => {
  it('accepts any method, path and body', async () => {
    const { data } = await cli.json('api', 'get', '/campaigns?limit=1')
    assert.equal(data.length, 1)
    cli.input = Buffer.from(JSON.stringify(giftBody(testApp)))
    const gift = await cli.json('api', 'POST', '/gift_requests', '--data', '-')
    assert.equal(gift.status, 'submitted')
    const old = await cli.json(
      'api',
      'GET',
      `/gift_requests/${gift.id}`,
      '--api-version',
      '2025-10',
    )
    assert.equal(old.data.id, gift.id)
    assert.equal((await cli.runRejected('api', 'GET', '/nowhere'))[0].code, 'not_found')
    assert.match((await cli.run('api', 'GET', '/')).out, /^Bestow API v/)
  })

  it('lists campaigns in a table', async () => {
    const { data } = await cli.json('campaigns', 'list', '--state', 'available')
    assert.ok(data.some(({ id }: { id: string }) => id === campaign))
    assert.match((await cli.run('campaigns', 'list')).out, /ID +NAME +STATE +INVITES BY/)
  })
})

describe('the token of the CLI', () => {
  it('is stored by login with file mode 0600, and removed by logout', async () => {
    const otherCli = createCliRunner()
    assert.equal((await otherCli.runRejected('gifts', 'list'))[0].code, 'required')
    otherCli.input = Buffer.from(`${testApp.token}\n`)
    const { path, stage } = await otherCli.json('login', '--url', origin, '--token', '-')
    assert.equal(stage, 'staging')
    assert.equal(statSync(path).mode & 0o777, 0o600)
    assert.ok((await otherCli.json('gifts', 'list')).data)
    const me = await otherCli.json('whoami')
    assert.deepEqual([me.url, me.token_ends_in], [`${origin}/api`, testApp.token.slice(-4)])
    assert.ok(!JSON.stringify(me).includes(testApp.token))
    assert.equal((await otherCli.json('logout')).removed, true)
    assert.equal((await otherCli.runRejected('gifts', 'list'))[0].code, 'required')
  })

  it('is selected by a profile', async () => {
    const otherCli = createCliRunner(env)
    const { token } = await testApp.createOtherAccount()
    otherCli.input = Buffer.from(token)
    await otherCli.json('login', '--profile', 'other', '--token', '-')
    const { id } = await createGift()
    assert.equal((await otherCli.json('gifts', 'get', id)).id, id)
    assert.equal(
      (await otherCli.runRejected('gifts', 'get', id, '--profile', 'other'))[0].code,
      'not_found',
    )
    assert.equal((await otherCli.run('gifts', 'list', '--profile', 'missing')).code, 1)
  })

  it('is not stored if its checksum is wrong or the service rejects it', async () => {
    const otherCli = createCliRunner()
    const { token } = await testApp.createOtherAccount()
    otherCli.input = Buffer.from(`${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`)
    const login = ['login', '--url', origin, '--token', '-']
    assert.match((await otherCli.runRejected(...login))[0].message, /checksum/)
    otherCli.input = Buffer.from(token.replace('staging', 'production'))
    assert.equal((await otherCli.runRejected(...login))[0].code, 'unauthorized')
    assert.equal((await otherCli.runRejected('gifts', 'list'))[0].code, 'required')
  })

  it('is checked without a request to the service', async () => {
    const unreachable = createCliRunner({ BESTOW_API_URL: 'http://localhost:1' })
    assert.equal((await unreachable.json('token', 'check', testApp.token)).stage, 'staging')
    const wrong: [string, RegExp][] = [
      ['', /empty/],
      [` ${testApp.token}`, /white space/],
      [testApp.token.slice(0, -1), /too short/],
      [testApp.token.replace(/.(?=.{9}$)/, (char) => (char === 'x' ? 'y' : 'x')), /checksum/],
      ['svc-whsec-abc', /signing secret/],
      ['sk_live_1', /begins with/],
    ]
    for (const [text, words] of wrong)
      assert.match((await unreachable.runRejected('token', 'check', text))[0].message, words)
  })
})

describe('the doctor command', () => {
  const failedChecks = async (on: ReturnType<typeof createCliRunner>, ...more: string[]) => {
    const { code, out } = await on.run('doctor', ...more, '--json')
    const { checks } = JSON.parse(out)
    return {
      code,
      failed: checks.flatMap(({ check, is_ok }: { check: string; is_ok: boolean }) =>
        is_ok ? [] : [check],
      ),
    }
  }

  it('reports no problem in a working setup', async () => {
    assert.deepEqual(await failedChecks(cli), { code: 0, failed: [] })
  })

  it('reports problems with the token, the network and the service', async () => {
    const runnerWith = (more: Record<string, string>) => createCliRunner({ ...env, ...more })
    assert.deepEqual((await failedChecks(runnerWith({ BESTOW_API_TOKEN: 'x' }))).failed, [
      'token',
      'access',
    ])
    const unknown = runnerWith({ BESTOW_API_TOKEN: testApp.token.replace('staging', 'production') })
    assert.deepEqual((await failedChecks(unknown)).failed, ['access'])
    assert.deepEqual((await failedChecks(cli, '--url', 'http://127.0.0.1:1')).failed, ['reach'])
    assert.deepEqual((await failedChecks(cli, '--url', `${origin}/elsewhere`)).failed, ['reach'])
    assert.deepEqual((await failedChecks(cli, '--url', 'http://production.invalid')).failed, [
      'stage',
      'name',
    ])
  })
})

describe('other commands', () => {
  it('print URLs of the web app', async () => {
    const { id } = await createGift()
    assert.equal((await cli.json('open')).url, `${origin}/`)
    assert.match((await cli.json('open', id)).url, new RegExp(`${id}$`))
  })

  it('complete commands and options in each shell', async () => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { out } = await cli.run('completion', shell)
      assert.match(out, /gifts\/create/)
    }
    const { out } = await cli.run('completion', 'bash')
    const complete = (...words: string[]) => {
      const script = `${out}
COMP_WORDS=(bestow ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _bestow; echo "\${COMPREPLY[@]}"`
      return spawnSync('bash', ['-c', script], { encoding: 'utf8' }).stdout.trim()
    }
    assert.equal(complete('gifts', 'ca'), 'cancel')
    assert.equal(complete('gifts', 'create', '--cs'), '--csv')
    assert.equal(complete('tri'), 'trigger')
  })

  it('print usage errors on standard error, and exit with 1', async () => {
    assert.equal(
      (await cli.runRejected('gifts', 'create', '--colour'))[0].code,
      'unknown_parameter',
    )
    const { code, err, out } = await cli.run('gift')
    assert.deepEqual([code, out], [1, ''])
    assert.match(err, /Did you mean gifts/)
    assert.equal((await cli.run('--version')).out, packageVersion)
  })
})
