import { LinkOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useSingleMutation } from '../../api/index.ts';
import { saveFrom } from '../../download/index.ts';
import { FileIcon, FolderIcon, MiddleTruncated } from '../../kit/index.ts';
import { MomentField } from '../../kit/moment-field.tsx';
import { useToast } from '../../shared/index.ts';
import { askForCsv, type Exposure, type Question } from './queries.ts';
import { exposureTexts, kindLabels, stateLabels } from './texts.ts';
import styles from './exposure.module.css';

interface ExposureHeadProps {
  question: Question;
  /** undefined while it is unknown */
  exposure: Exposure | undefined;
  onMoment: (at: string | undefined) => void;
  /** opens the list of those who have received it */
  onReceivers: () => void;
  /** null for a person who may not recall */
  onRecall: (() => void) | null;
}

/** The item with its place, the moment, and what can be done. */
export function ExposureHead({ question, exposure, onMoment, onReceivers, onRecall }: ExposureHeadProps) {
  const toast = useToast();
  const exports = useSingleMutation({
    mutationFn: () => askForCsv(question),
    onSuccess: (url) => saveFrom(url, exposureTexts.exportFile),
    onError: toast.error,
  });
  return (
    <div className={styles['head']}>
      {exposure !== undefined && <ItemName item={exposure.item} />}
      <div className={styles['actions']}>
        <MomentField
          label={exposureTexts.moment}
          now={exposureTexts.now}
          at={question.at}
          toNow={exposureTexts.toNow}
          onChange={onMoment}
        />
        <Button
          disabled={exposure === undefined}
          loading={exports.isPending}
          onClick={() => exports.mutate()}
        >
          {exposureTexts.export}
        </Button>
        <Button disabled={exposure === undefined} onClick={onReceivers}>
          {exposureTexts.receivers}
        </Button>
        {onRecall !== null && (
          <Button
            danger
            type="primary"
            disabled={exposure === undefined || exposure.recall.links === 0}
            onClick={onRecall}
          >
            {exposureTexts.recall}
          </Button>
        )}
      </div>
    </div>
  );
}

function ItemName({ item: { kind, name, path, record, state } }: Pick<Exposure, 'item'>) {
  const stateLabel = stateLabels[state];
  return (
    <div className={styles['item']}>
      <h3 className={styles['name']}>
        <ItemIcon kind={kind} name={name} />
        <MiddleTruncated text={name} />
      </h3>
      <p className={styles['place']}>
        {kindLabels[kind]} · {exposureTexts.place(record.name, path)}
        {stateLabel !== null && <span className={styles['state']}>{stateLabel}</span>}
      </p>
    </div>
  );
}

function ItemIcon({ kind, name }: Pick<Exposure['item'], 'kind' | 'name'>) {
  if (kind === 'link') return <LinkOutlined aria-hidden />;
  return kind === 'folder' ? <FolderIcon /> : <FileIcon name={name} />;
}
