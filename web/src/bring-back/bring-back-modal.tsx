import { useState } from 'react';
import { Modal } from '../kit/index.ts';
import type { Choice } from './choice.ts';
import { ChooseStep } from './choose-step.tsx';
import { PlanStep } from './plan-step.tsx';
import { momentTexts } from './texts.ts';

interface BringBackModalProps {
  open: boolean;
  onClose: () => void;
}

const WIDTH = 720;

/** SAFE-05: shows a folder as it was at a moment, then the plan of bringing it back, which is carried out as shown. */
export function BringBackModal({ open, onClose }: BringBackModalProps) {
  return (
    <Modal
      title={momentTexts.title}
      open={open}
      width={WIDTH}
      destroyOnHidden
      onCancel={onClose}
      footer={null}
    >
      <Steps onClose={onClose} />
    </Modal>
  );
}

type Step = 'choose' | 'plan' | 'choose again';

function Steps({ onClose }: Pick<BringBackModalProps, 'onClose'>) {
  const [choice, setChoice] = useState<Choice>({ path: '', at: undefined });
  const [step, setStep] = useState<Step>('choose');
  const { at } = choice;
  if (step === 'plan' && at !== undefined) {
    return <PlanStep path={choice.path} at={at} onBack={() => setStep('choose again')} onDone={onClose} />;
  }
  return (
    <ChooseStep
      choice={choice}
      isBack={step === 'choose again'}
      onChoose={setChoice}
      onContinue={() => setStep('plan')}
      onCancel={onClose}
    />
  );
}
