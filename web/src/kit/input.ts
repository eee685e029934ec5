// The `Input` of Ant Design has all kinds of fields as its parts. One by one, a page loads only those that it uses
// (SPEED-12).
export { default as Input } from 'antd/es/input/Input';
export { default as PasswordInput } from 'antd/es/input/Password';
export { default as TextArea } from 'antd/es/input/TextArea';
