import { Anchor, Button, Group, Progress, Text } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '#web/api.ts'
import { Panel } from '#web/blocks/page.tsx'
import { toastError, toastUndo } from '#web/blocks/toast.tsx'

interface Steps {
  is_dismissed: boolean
  steps: { name: keyof typeof words; done_at: string | null }[]
}

// biome-ignore format: read down the columns
const words = {
  token:    { label: 'Make an API key',              about: 'So that your program can speak for you.',      to: '/developers/api-keys' },
  gift:     { label: 'Create a first gift',          about: 'Over the API, or by hand.',                    to: '/send' },
  endpoint: { label: 'Add a webhook endpoint',       about: 'Where we tell you what becomes of gifts.',     to: '/developers/webhooks' },
  delivery: { label: 'Get a first webhook',          about: 'Your endpoint answers with 2xx.',              to: '/developers/deliveries' },
  teammate: { label: 'Invite a colleague',           about: 'So that you are not the only one.',            to: '/settings/people' },
} as const

const every = 10_000 // milliseconds: it ticks itself while one works elsewhere

/** The way from nothing to a working integration; it ticks itself, and can be put away. */
export function FirstSteps() {
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: ['first-steps'],
    queryFn: () => api.get<Steps>('/overview/first-steps'),
    refetchInterval: ({ state }) => (isOver(state.data) ? false : every),
  })
  if (data === undefined || data.is_dismissed || data.steps.length === 0) return null
  const done = data.steps.filter(({ done_at }) => done_at !== null)
  const next = data.steps.find(({ done_at }) => done_at === null)
  const reload = () => client.invalidateQueries({ queryKey: ['first-steps'] })
  const dismiss = () =>
    api
      .post('/overview/first-steps/dismissal')
      .then(reload)
      .then(
        () =>
          toastUndo('The first steps are put away.', () => {
            void api.delete('/overview/first-steps/dismissal').then(reload, toastError)
          }),
        toastError,
      )
  return (
    <Panel
      title={next === undefined ? 'All set' : 'First steps'}
      about={
        next === undefined
          ? `Done, ${tookOf(data)}.`
          : `${done.length} of ${data.steps.length} done. They tick themselves.`
      }
      action={
        <Button variant="subtle" size="xs" onClick={() => void dismiss()}>
          {next === undefined ? 'Put away' : 'Not now'}
        </Button>
      }
    >
      <Progress
        value={(100 * done.length) / data.steps.length}
        size="sm"
        mb="md"
        aria-label="First steps done"
      />
      <ol className="steps">
        {data.steps.map(({ name, done_at }) => (
          <li key={name} {...(done_at !== null && { 'data-done': true })}>
            <Group gap="sm" wrap="nowrap" align="flex-start">
              {done_at === null ? (
                <IconCircle size={20} aria-label="To do" />
              ) : (
                <IconCircleCheckFilled size={20} aria-label="Done" color="#2b8a57" />
              )}
              <div>
                <Anchor
                  size="sm"
                  fw={name === next?.name ? 650 : 500}
                  c="inherit"
                  renderRoot={(props) => <Link to={words[name].to} {...props} />}
                >
                  {words[name].label}
                </Anchor>
                <Text size="xs" c="dimmed">
                  {words[name].about}
                </Text>
              </div>
            </Group>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

const isOver = (data: Steps | undefined) =>
  data !== undefined && (data.is_dismissed || data.steps.every(({ done_at }) => done_at !== null))

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** From the first to the last: 'in 12 minutes'. */
function tookOf({ steps }: Steps): string {
  const times = steps.flatMap(({ done_at }) => (done_at === null ? [] : [Date.parse(done_at)]))
  const ms = Math.max(...times) - Math.min(...times)
  const [unit, length] = units.find(([, size]) => ms >= size) ?? units[2]
  const count = Math.max(1, Math.round(ms / length))
  return `in ${count} ${unit}${count === 1 ? '' : 's'}`
}
