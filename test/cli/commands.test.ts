import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { packageVersion } from '#sdk/generated/package-version'
import { createTestApp, giftBody } from '#test/api-harness'
import { createCliRunner } from '#test/cli-runner'

const testApp = await createTestApp()
const origin = await testApp.listen()
const env = { BESTOW_API_URL: origin, BESTOW_API_TOKEN: testApp.token }
const cli = createCliRunner(env)
const campaign = testApp.campaign('email').id
const recipientArgs = ['--first-name', 'Ada', '--last-name', 'Larkin']

let people = 0
const mail = () => `cli.${++people}@example.com`
const createGift = async () => (await testApp.api.post('/gift_requests', giftBody(testApp))).json

describe('gifts', () => {
  it('are sent, shown, walked and cancelled', async () => {
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
    assert.deepEqual(
      data.map(({ id }: { id: string }) => id),
      [gift.id],
    )
    const { out } = await cli.run('gifts', 'get', gift.id)
    assert.match(out, new RegExp(gift.reference))
  })

  it('are sent once for a key, and not at all in a dry run', async () => {
    const email = mail()
    const args = ['gifts', 'create', '--campaign', campaign, ...recipientArgs, '--email', email]
    assert.deepEqual(await cli.json(...args, '--dry-run'), { dry_run: true, valid: 1 })
    const key = ['--idempotency-key', crypto.randomUUID()]
    const first = await cli.json(...args, ...key)
    assert.equal((await cli.json(...args, ...key)).id, first.id)
    const { data } = await cli.json('gifts', 'list', '--email', email)
    assert.equal(data.length, 1)
  })

  it('are refused in the words of the API, all at once', async () => {
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

  it('are made of a body of JSON, too', async () => {
    cli.input = Buffer.from(JSON.stringify(giftBody(testApp)))
    assert.equal((await cli.json('gifts', 'create', '--body', '-')).status, 'submitted')
    cli.input = Buffer.from('{')
    assert.equal((await cli.runRejected('gifts', 'create', '--body', '-'))[0].code, 'invalid_json')
  })
})

describe('a file of gifts', () => {
  const lines = (count: number) =>
    Array.from({ length: count }, () => `Ada,"Larkin, née Bee",${mail()},x`)
  const fileOf = (rows: readonly string[], head = 'first_name,last_name,email,metadata.team') => {
    const path = join(cli.folder, `${crypto.randomUUID()}.csv`)
    writeFileSync(path, `\ufeff${[head, ...rows].join('\r\n')}\r\n`)
    return path
  }
  const send = ['gifts', 'create', '--campaign', campaign, '--csv']
  const countGifts = async () => (await cli.json('gifts', 'list', '--limit', '1000')).data.length

  it('is sent in batches, with a bar, and once however often it is run', async () => {
    const path = fileOf(lines(205))
    const before = await countGifts()
    assert.equal((await cli.json(...send, path, '--dry-run')).valid, 205)
    assert.equal(await countGifts(), before)
    const { created, ids } = await cli.json(...send, path)
    assert.deepEqual([created, ids.length], [205, 205])
    assert.ok(cli.progress.some((text) => /sending █+░* 100 of 205/.test(text)))
    assert.equal(cli.progress.at(-1), '', 'the bar is taken away')
    const repeated = await cli.json(...send, path)
    assert.deepEqual([repeated.created, repeated.created_before], [0, 205])
    assert.deepEqual(repeated.ids, ids)
    assert.equal(await countGifts(), before + 205)
    const { metadata, recipient } = await cli.json('gifts', 'get', ids[204])
    assert.deepEqual([metadata, recipient.last_name], [{ team: 'x' }, 'Larkin, née Bee'])
  })

  it('goes on where it was stopped, also when an answer was lost', async () => {
    const path = fileOf(lines(150))
    const before = await countGifts()
    let posts = 0
    const { fetch: real } = globalThis
    globalThis.fetch = async (input, init) => {
      const response = await real(input, init)
      const isSend = String(input).endsWith('/batch')
      // The second batch is done, and its answer never comes: not even by the retries.
      if (isSend && ++posts >= 2) throw new TypeError('the line is dead')
      return response
    }
    try {
      const [error] = await cli.runRejected(...send, path)
      assert.match(error.message, /100 of 150 gifts were sent/)
    } finally {
      globalThis.fetch = real
    }
    assert.equal(await countGifts(), before + 150)
    const { created, created_before, ids } = await cli.json(...send, path)
    assert.deepEqual([created, created_before, ids.length], [50, 100, 150])
    assert.equal(await countGifts(), before + 150, 'nobody got it twice')
  })

  it('is sent again only when that is said', async () => {
    const path = fileOf(lines(1))
    const { ids } = await cli.json(...send, path)
    assert.notDeepEqual((await cli.json(...send, path, '--again')).ids, ids)
  })

  it('with something wrong in any row sends nothing, and says which rows', async () => {
    const rows = lines(120)
    rows[3] = 'Ada,,nowhere,x'
    rows[110] = 'Ada,Larkin,,x'
    const before = await countGifts()
    const errors = await cli.runRejected(...send, fileOf(rows))
    assert.deepEqual(
      errors.map(({ param }) => param),
      ['row 4 recipient.last_name', 'row 4 recipient.email', 'row 111 recipient.email'],
    )
    assert.equal(await countGifts(), before)
  })

  it('needs columns that are known', async () => {
    const [error] = await cli.runRejected(...send, fileOf(['Ada,x'], 'first_name;shoe_size'))
    assert.deepEqual([error.code, error.param], ['unknown_parameter', 'shoe_size'])
    assert.equal((await cli.runRejected(...send, fileOf([])))[0].code, 'required')
    assert.match((await cli.runRejected(...send, '/nowhere.csv'))[0].message, /cannot be read/)
  })

  it('may say where it goes and what is in it', async () => {
    const direct = testApp.campaign('sender_provided_address')
    const variant = direct.products[0]?.variants[0]?.id ?? ''
    const head =
      'campaign_id\tfirst_name\tlast_name\temail\tname\tline_1\tcity\tpostal_code\tcountry\tvariant_id\tquantity'
    const row = `${direct.id}\tAda\tLarkin\t${mail()}\tAda Larkin\tUnter den Linden 1\tBerlin\t10117\tDE\t${variant}\t2`
    const { ids } = await cli.json('gifts', 'create', '--csv', fileOf([row], head))
    const gift = await cli.json('gifts', 'get', ids[0])
    assert.deepEqual([gift.line_items[0].quantity, gift.shipping_address.city], [2, 'Berlin'])
  })
})

describe('events', () => {
  it('are made to happen, each, and all of them', async () => {
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
      ['created', 'redeemed', 'dispatched', 'delivered', 'cancelled'],
    )
    assert.equal((await cli.run('trigger')).code, 1)
    assert.equal((await cli.run('trigger', 'lost')).code, 1)
  })

  it('are not made in production, where gifts are real', async () => {
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

  it('are shown as they happen', async () => {
    const tail = cli.start('logs', 'tail', '--since', '1s', '--events', 'created', '--json')
    const { id, reference } = await createGift()
    const line = await tail.waitForLine(({ gift_request_id }) => gift_request_id === id)
    assert.deepEqual([line.reference, line.status], [reference, 'submitted'])
    assert.equal((await tail.stop()).code, 0)
  })

  it('come sooner when time is let pass', async () => {
    const { now } = await cli.json('clock', 'advance', '2h')
    assert.ok(Date.parse(now) > Date.now() + 7_000_000)
    assert.equal((await cli.runRejected('clock', 'advance', 'soon'))[0].param, 'by')
  })
})

describe('the raw API', () => {
  it('is asked as it stands', async () => {
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

describe('whom it speaks for', () => {
  it('is kept by login, for this user alone, and forgotten by logout', async () => {
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

  it('may be one of several', async () => {
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
    assert.equal((await otherCli.run('gifts', 'list', '--profile', 'nobody')).code, 1)
  })

  it('is not taken from a token that the service or the checksum refuses', async () => {
    const otherCli = createCliRunner()
    const { token } = await testApp.createOtherAccount()
    otherCli.input = Buffer.from(`${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`)
    const login = ['login', '--url', origin, '--token', '-']
    assert.match((await otherCli.runRejected(...login))[0].message, /checksum/)
    otherCli.input = Buffer.from(token.replace('staging', 'production'))
    assert.equal((await otherCli.runRejected(...login))[0].code, 'unauthorized')
    assert.equal((await otherCli.runRejected('gifts', 'list'))[0].code, 'required')
  })

  it('is looked at without asking anybody', async () => {
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

describe('the doctor', () => {
  const ill = async (on: ReturnType<typeof createCliRunner>, ...more: string[]) => {
    const { code, out } = await on.run('doctor', ...more, '--json')
    const { checks } = JSON.parse(out)
    return {
      code,
      ill: checks.flatMap(({ check, is_ok }: { check: string; is_ok: boolean }) =>
        is_ok ? [] : [check],
      ),
    }
  }

  it('finds nothing where all is well', async () => {
    assert.deepEqual(await ill(cli), { code: 0, ill: [] })
  })

  it('finds what is wrong between here and the service', async () => {
    const with_ = (more: Record<string, string>) => createCliRunner({ ...env, ...more })
    assert.deepEqual((await ill(with_({ BESTOW_API_TOKEN: 'x' }))).ill, ['token', 'access'])
    const unknown = with_({ BESTOW_API_TOKEN: testApp.token.replace('staging', 'production') })
    assert.deepEqual((await ill(unknown)).ill, ['access'])
    assert.deepEqual((await ill(cli, '--url', 'http://127.0.0.1:1')).ill, ['reach'])
    assert.deepEqual((await ill(cli, '--url', `${origin}/elsewhere`)).ill, ['reach'])
    assert.deepEqual((await ill(cli, '--url', 'http://production.invalid')).ill, ['stage', 'name'])
  })
})

describe('the rest', () => {
  it('prints addresses of the web app', async () => {
    const { id } = await createGift()
    assert.equal((await cli.json('open')).url, `${origin}/`)
    assert.match((await cli.json('open', id)).url, new RegExp(`${id}$`))
  })

  it('completes what there is, in each shell', async () => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { out } = await cli.run('completion', shell)
      assert.match(out, /gifts\/create/)
    }
    const { out } = await cli.run('completion', 'bash')
    const ask = (...words: string[]) => {
      const script = `${out}
COMP_WORDS=(bestow ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _bestow; echo "\${COMPREPLY[@]}"`
      return spawnSync('bash', ['-c', script], { encoding: 'utf8' }).stdout.trim()
    }
    assert.equal(ask('gifts', 'ca'), 'cancel')
    assert.equal(ask('gifts', 'create', '--cs'), '--csv')
    assert.equal(ask('tri'), 'trigger')
  })

  it('tells a misuse on standard error, and exits with 1', async () => {
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
