import { Checkbox, Stack, Text } from '@mantine/core'
import { api } from '#web/api.ts'
import { confirm } from '#web/blocks/confirm.tsx'
import { toast } from '#web/blocks/toast.tsx'
import type { Role } from '#web/session.ts'

export interface Person {
  id: string
  name: string
  email: string
  role: Role
  has_totp: boolean
  passkeys: number
  last_seen_at: string | null
  /** OAuth apps that act with the consent of this person. */
  apps: number
}

export const appsOf = ({ apps }: Person): string => (apps === 1 ? '1 app' : `${apps} apps`)

const endApps = ({ id }: Person) => api.post<{ ended: number }>(`/people/${id}/end-apps`)

export const askToEndApps = (person: Person, reload: () => Promise<void>): void =>
  confirm({
    title: `End the access of ${appsOf(person)}?`,
    children: `OAuth apps that ${person.name} has allowed lose their access to this account at once. ${person.name} can allow them again.`,
    verb: 'End access',
    run: async () => {
      const { ended } = await endApps(person)
      toast(`${ended} ${ended === 1 ? 'app has' : 'apps have'} lost access.`)
      await reload()
    },
  })

/** Removes a person; their apps keep their access unless the admin chooses to end it, which is the default. */
export function askToRemove(person: Person, reload: () => Promise<void>): void {
  const choice = { isEnding: person.apps > 0 }
  confirm({
    title: `Remove ${person.name}?`,
    children: (
      <Stack gap="sm">
        <Text size="sm">
          They are signed out at once and cannot come back, unless they are invited again. What they
          sent stays in their name.
        </Text>
        {person.apps > 0 && (
          <Checkbox
            defaultChecked
            label={`End the access of ${appsOf(person)} that ${person.name} has allowed`}
            description="If you leave this out, the apps keep their access to this account."
            onChange={(event) => {
              choice.isEnding = event.currentTarget.checked
            }}
          />
        )}
      </Stack>
    ),
    verb: 'Remove',
    word: person.email,
    run: async () => {
      if (choice.isEnding) await endApps(person)
      await api.delete(`/people/${person.id}`)
      await reload()
    },
  })
}
