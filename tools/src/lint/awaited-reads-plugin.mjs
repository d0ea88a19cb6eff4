/** Playwright's reads of an element that do not wait. */
const READS = new Set([
  'allInnerTexts',
  'allTextContents',
  'count',
  'getAttribute',
  'innerText',
  'inputValue',
  'isChecked',
  'isDisabled',
  'isHidden',
  'isVisible',
  'textContent',
]);

const isCallOf = (node, name) => node.type === 'CallExpression' && node.callee.name === name;

const isAwaited = ({ parent }) => Boolean(parent) && (isCallOf(parent, 'eventually') || isAwaited(parent));

const awaitedReads = {
  create: (context) => ({
    CallExpression(node) {
      const read = isCallOf(node, 'expect') ? node.arguments[0]?.argument?.callee?.property?.name : undefined;
      if (READS.has(read) && !isAwaited(node))
        context.report({ node, message: `A page may change after ${read}(): expect it within eventually().` });
    },
  }),
};

/** Lint's rule `browser/awaited-reads`: a test of a page waits until the page shows what it expects. */
export default { meta: { name: 'browser' }, rules: { 'awaited-reads': awaitedReads } };
