/** An email address that breaks after its @ where it does not fit on one line. */
export function EmailAddress({ value }: { value: string }) {
  const at = value.lastIndexOf('@') + 1
  return (
    <>
      {value.slice(0, at)}
      <wbr />
      {value.slice(at)}
    </>
  )
}
