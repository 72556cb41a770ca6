import assert from 'node:assert/strict'
import { it } from 'node:test'
import { explore, openExplorer } from '#reliability/state-space/explore'
import { exploreWorld } from '#reliability/state-space/explore-world'
import { countSequences, type Graph, type StateNode } from '#reliability/state-space/graph'
import { createWorld } from '#reliability/state-space/world'
import { worlds } from '#reliability/state-space/worlds'

/*
 * The short form of `npm run walks` as a test: the first states of one world.
 * CONTRIBUTING.md describes the long form.
 */

const spec = worlds.rivals
if (spec === undefined) throw new Error('no world')
const world = await createWorld(spec)

it('finds no fault in the first states of two gifts that compete for stock', async () => {
  const limits = { maxStates: 20, walks: 5, pairs: 6, seed: 1 }
  const report = await exploreWorld(await createWorld(spec), limits)
  assert.deepEqual(report.faults, [])
  assert.ok(report.states > limits.maxStates, `${report.states} states`)
  assert.ok(report.edges >= report.states - 1, 'every state but the first has an edge to it')
  assert.ok(report.actions > 100, `${report.actions} actions`)
  assert.ok(report.steps >= limits.walks, `${report.steps} steps`)
  assert.equal(report.pairs, limits.pairs)
})

it('reports a broken rule with the path to it', async () => {
  const [variant_id = ''] = world.given.keys()
  const explorer = await openExplorer({ ...world, given: new Map([[variant_id, 7]]) })
  const { faults } = await explore(explorer, { maxStates: 1 })
  await explorer.close()
  const redeemed = faults.find(({ path }) => path.join() === 'gift 0 redeem Red')
  assert.match(redeemed?.message ?? '', /the stock is conserved .*7 given, 0 available, 1 reserved/)
})

it('takes back committed transactions', async () => {
  const explorer = await openExplorer(world)
  const before = await explorer.session.read()
  const { root, nodes } = await explore(explorer, { maxStates: 2 })
  assert.ok(nodes.size > 2)
  const after = await explorer.moveTo(root)
  assert.equal(after.canonical, before.canonical)
  await explorer.close()
})

it('counts the sequences of actions that change something', () => {
  const node = (id: number, depth: number): StateNode => ({
    id,
    canonical: String(id),
    depth,
    origin: undefined,
    next: undefined,
  })
  const [first, second, third] = [node(0, 0), node(1, 1), node(2, 1)]
  first.next = new Map([
    ['a', second],
    ['b', third],
    ['rejected', first],
  ])
  second.next = new Map([['back', first]])
  const graph: Graph = {
    root: first,
    nodes: new Map([first, second, third].map((each) => [each.canonical, each])),
    edgeCount: 4,
    idleCount: 1,
    faults: [],
    unexpandedCount: 1,
  }
  assert.equal(countSequences(graph, 1), 2, 'a, b')
  assert.equal(countSequences(graph, 3), 5, 'a, b, a back, a back a, a back b')
})
