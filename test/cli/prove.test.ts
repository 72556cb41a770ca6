import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { createCliRunner } from '#test/cli-runner'
import {
  correctReceiver,
  nextReceiverSecret,
  receiverSecret,
  startHandler,
} from '#test/handler-receiver'

const folder = mkdtempSync(join(tmpdir(), 'bestow prove '))
after(() => rmSync(folder, { recursive: true }))
const cli = createCliRunner({ BESTOW_WEBHOOK_SECRET: receiverSecret })
const good = await startHandler(correctReceiver())
const careless = await startHandler(() => 200)
after(() => Promise.all([good.close(), careless.close()]))

/**
 * A Python program that prints the counts of a JUnit document: the counts that its
 * attributes state, and the actual counts.
 */
const countTestCases = `
import json, sys, xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
suite = root.find('testsuite')
stated = [int(root.get(name)) for name in ('tests', 'failures', 'skipped')]
counted = [len(suite.findall(path)) for path in ('testcase', 'testcase/failure', 'testcase/skipped')]
print(json.dumps([stated, counted]))`

describe('bestow prove', () => {
  it('passes a correct receiver', async () => {
    const { out } = await cli.run('prove', good.url, '--next-secret', nextReceiverSecret)
    assert.match(out, /\d\d passed\. \d{3} deliveries in/)
    assert.ok(!/✖|!|skipped/.test(out), out)
  })

  it('names each defect in words, in 80 columns', async () => {
    const { code, out: colored, err } = await cli.run('prove', careless.url)
    const out = stripVTControlCharacters(colored)
    assert.equal(code, 1)
    assert.match(err, /checks failed\./)
    assert.match(out, /✖ Rejects a replay after six minutes rejects_replay/)
    assert.match(out, / {2}Fix {3}After the signature matches, reject a timestamp/)
    assert.match(out, /- Accepts the next secret during a rotation\n {2}skipped: no next secret/)
    for (const line of out.split('\n').slice(1)) assert.ok(line.length <= 80, line)
  })

  it('prints one JSON object', async () => {
    const proof = await cli.json('prove', good.url)
    assert.equal(proof.passed, true)
    assert.ok(proof.results.every(({ id, outcome }: Record<string, string>) => id && outcome))
  })

  it('writes JUnit XML and HTML', async () => {
    const [junit, html] = [join(folder, 'proof.xml'), join(folder, 'proof.html')]
    await cli.run('prove', careless.url, '--junit', junit, '--html', html)
    const [stated, counted] = JSON.parse(
      execFileSync('python3', ['-c', countTestCases, junit], { encoding: 'utf8' }),
    )
    assert.deepEqual(stated, counted)
    assert.ok(counted[1] >= 7, 'failures')
    const page = readFileSync(html, 'utf8')
    assert.match(page, /<span class="outcome">Failed<\/span> Rejects a replay after six minutes/)
    assert.ok(!/<script|https?:\/\/(?!127)/.test(page), 'the page needs no other file')
  })

  it('needs a URL and a secret', async () => {
    const withoutSecret = createCliRunner({})
    const [missing] = await withoutSecret.runRejected('prove', good.url)
    assert.deepEqual([missing.param, missing.code], ['--secret', 'required'])
    const [url] = await cli.runRejected('prove', 'ftp://localhost')
    assert.match(url.message, /must be a URL such as/)
    const [file] = await cli.runRejected('prove', good.url, '--html', join(folder, 'no', 'page'))
    assert.equal(file.param, '--html')
  })
})
