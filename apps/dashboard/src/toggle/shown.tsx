const MARK = /\u2066([^\u2069]*)\u2069/;

/** Text from `valueText` or with such values, with each mark set apart from letters of the same form. */
export const Shown = ({ text }: { text: string }) => (
  <bdi>
    {text.split(MARK).map((part, index) =>
      // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have no other order
      index % 2 === 0 ? part : <span key={index}>{part}</span>,
    )}
  </bdi>
);
