// An oxlint plugin with one rule (TOOLS-02): no program compares the sentences of the vault. Sentences are for people
// and may change; a refusal has an errorCode to switch on.

const COMPARISONS = new Set(['===', '!==', '==', '!=']);
/** Methods that search a text in a list or in another text. */
const SEARCHES = new Set(['has', 'includes', 'indexOf', 'startsWith', 'endsWith', 'match', 'search', 'test']);
const SENTENCE_FIELDS = new Set(['errorMessage', 'message']);
const ADVICE =
  'Do not compare messages: switch on errorCode (contract/src/error-codes.ts), or return a code beside the text.';

// oxlint exports no types of syntax trees.
/** @typedef {any} Node */
/** @typedef {Parameters<import('oxlint/plugins-dev').RuleTester['run']>[1]} Rule */

/** @param {Node} node */
const isOfMessages = (node) =>
  node.type === 'MemberExpression' && node.object.type === 'Identifier' && node.object.name === 'Messages';

/**
 * Whether the node is the sentence of a refusal: `error.message`, `errorMessage`, or a text of the contract.
 * @param {Node} node
 */
function isSentence(node) {
  if (node.type === 'ChainExpression') return isSentence(node.expression);
  if (node.type === 'Identifier') return SENTENCE_FIELDS.has(node.name);
  if (node.type !== 'MemberExpression') return false;
  return (
    isOfMessages(node) || (node.property.type === 'Identifier' && SENTENCE_FIELDS.has(node.property.name))
  );
}

/**
 * Whether a comparison with the node only checks that there is a text.
 * @param {Node} node
 */
const isNothing = (node) =>
  (node.type === 'Literal' && (node.value === null || node.value === '')) ||
  (node.type === 'Identifier' && node.name === 'undefined');

/** @type {Rule} */
const noMessageComparison = {
  meta: { type: 'problem', messages: { compared: ADVICE } },
  create: (context) => ({
    BinaryExpression(node) {
      const { left, right, operator } = node;
      if (!COMPARISONS.has(operator) || isNothing(left) || isNothing(right)) return;
      if (isSentence(left) || isSentence(right)) context.report({ node, messageId: 'compared' });
    },
    SwitchStatement(node) {
      const isCompared =
        isSentence(node.discriminant) || node.cases.some(({ test }) => test !== null && isOfMessages(test));
      if (isCompared) context.report({ node: node.discriminant, messageId: 'compared' });
    },
    CallExpression(node) {
      const { callee } = node;
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      if (!SEARCHES.has(callee.property.name)) return;
      const isSearched = isSentence(callee.object) || node.arguments.some((argument) => isSentence(argument));
      if (isSearched) context.report({ node, messageId: 'compared' });
    },
  }),
};

export default { meta: { name: 'vault' }, rules: { 'no-message-comparison': noMessageComparison } };
