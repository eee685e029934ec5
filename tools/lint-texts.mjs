// An oxlint plugin with one rule: texts that people see or hear are in the texts.ts of their area
// (docs/decisions/texts.md), so that a second language is a set of files and not a search.

/** The attributes of JSX and the properties of objects whose text is shown or read aloud. */
const SHOWN = new Set([
  'title',
  'label',
  'aria-label',
  'placeholder',
  'alt',
  'description',
  'okText',
  'cancelText',
  'message',
  'hint',
  'subtitle',
]);
/** Further attributes of JSX; as properties of objects they have other meanings. */
const SHOWN_ATTRIBUTES = new Set([...SHOWN, 'text', 'aria-description', 'aria-roledescription']);
/** `toast.success('…')` */
const TOASTS = new Set(['success', 'info', 'warning', 'error']);
const LETTER = /\p{L}/u;
const ADVICE = 'Put this text into the texts.ts of the area (docs/decisions/texts.md).';

// oxlint exports no types of syntax trees.
/** @typedef {any} Node */
/** @typedef {Parameters<import('oxlint/plugins-dev').RuleTester['run']>[1]} Rule */

/**
 * Returns the literals with a letter in the value of an expression.
 * @param {Node} node
 * @returns {Node[]}
 */
function textsIn(node) {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' && LETTER.test(node.value) ? [node] : [];
    case 'TemplateLiteral':
      return node.quasis.some((/** @type {Node} */ part) => LETTER.test(part.value.raw)) ? [node] : [];
    case 'JSXExpressionContainer':
    case 'TSAsExpression':
      return textsIn(node.expression);
    case 'ConditionalExpression':
      return [...textsIn(node.consequent), ...textsIn(node.alternate)];
    case 'LogicalExpression':
      return [...textsIn(node.left), ...textsIn(node.right)];
    case 'BinaryExpression':
      return node.operator === '+' ? [...textsIn(node.left), ...textsIn(node.right)] : [];
    case 'ArrayExpression':
      return node.elements.flatMap(textsIn);
    default:
      return [];
  }
}

/**
 * Returns the name of an attribute or a property; null when it is computed.
 * @param {Node} key
 */
function nameOf(key) {
  if (key.type === 'Literal') return key.value;
  return key.type === 'Identifier' || key.type === 'JSXIdentifier' ? key.name : null;
}

/** @type {Rule} */
const noTextInPlace = {
  meta: { type: 'problem', messages: { inPlace: ADVICE } },
  create(context) {
    /** @param {Node} value */
    const check = (value) => {
      for (const node of textsIn(value)) context.report({ node, messageId: 'inPlace' });
    };
    return {
      JSXText(node) {
        if (LETTER.test(node.value)) context.report({ node, messageId: 'inPlace' });
      },
      JSXExpressionContainer(node) {
        if (node.parent.type !== 'JSXAttribute') check(node);
      },
      JSXAttribute(node) {
        if (SHOWN_ATTRIBUTES.has(nameOf(node.name))) check(node.value);
      },
      Property(node) {
        if (!node.computed && SHOWN.has(nameOf(node.key))) check(node.value);
      },
      CallExpression({ callee, arguments: [text] }) {
        if (callee.type !== 'MemberExpression' || nameOf(callee.object) !== 'toast') return;
        if (TOASTS.has(nameOf(callee.property))) check(text);
      },
    };
  },
};

export default { meta: { name: 'texts' }, rules: { 'no-text-in-place': noTextInPlace } };
