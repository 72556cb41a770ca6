import { Text, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'

export type AlertIcon = ComponentType<{ size?: number; 'aria-hidden'?: boolean }>

interface AlertContent {
  icon: AlertIcon
  title: string
  about: ReactNode
  isUrgent: boolean
}

interface AlertTarget {
  to: string
  search?: Record<string, string>
  /** Whether the link leads outside the app. */
  isExternal?: boolean
}

/** A card that links to the page of one alert. */
export const AlertCard = ({
  to,
  search = {},
  isExternal = false,
  ...content
}: AlertContent & AlertTarget) => (
  <li>
    <UnstyledButton
      className="panel matter"
      {...(content.isUrgent && { 'data-bad': true })}
      renderRoot={(props) =>
        isExternal ? <a href={to} {...props} /> : <Link to={to} search={search} {...props} />
      }
    >
      <AlertText {...content} />
    </UnstyledButton>
  </li>
)

/** A card that the user can unfold to see the list of several alerts. Each child is an item of the list. */
export const AlertGroup = ({ children, ...content }: AlertContent & { children: ReactNode }) => (
  <li>
    <details className="panel matter-list">
      <summary className="matter" {...(content.isUrgent && { 'data-bad': true })}>
        <AlertText {...content} />
      </summary>
      <ul>{children}</ul>
    </details>
  </li>
)

const AlertText = ({ icon: Icon, title, about }: AlertContent) => (
  <>
    <Icon size={22} aria-hidden />
    <span>
      <b>{title}</b>
      <Text span size="sm" c="dimmed" display="block">
        {about}
      </Text>
    </span>
    <IconChevronRight size={18} aria-hidden />
  </>
)
